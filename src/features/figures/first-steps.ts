/** What is known of a site, for its first steps. */
export interface SetUp {
  /** Another name than the program's, or saved settings. */
  hasName: boolean;
  whatsapp: string;
  /** The plans have been saved in their editor. */
  hasPlans: boolean;
  /** A package that an administrator made or published is on the air with sounds. */
  hasPackage: boolean;
  sendsMail: boolean;
  /** The provider is real and answers, and its prices are those of the site. */
  takesMoney: boolean;
}

interface Step {
  title: string;
  why: string;
  to: string;
  isDone(site: SetUp): boolean;
}

/** What a new site needs before its first customer, in order. */
const steps: readonly Step[] = [
  {
    title: 'Dar nome e descrição ao site',
    why: 'Aparecem nas buscas e em cada link compartilhado.',
    to: '/admin/ceo-settings',
    isDone: ({ hasName }) => hasName,
  },
  {
    title: 'Informar o WhatsApp',
    why: 'Sem ele, o botão de contato não aparece.',
    to: '/edit-home',
    isDone: ({ whatsapp }) => whatsapp !== '',
  },
  {
    title: 'Conferir os planos',
    why: 'Preços e benefícios são a primeira coisa que o visitante compara.',
    to: '/admin/edit-plans',
    isDone: ({ hasPlans }) => hasPlans,
  },
  {
    title: 'Publicar o primeiro pacote',
    why: 'Os pacotes de demonstração não contam.',
    to: '/admin/create-package',
    isDone: ({ hasPackage }) => hasPackage,
  },
  {
    title: 'Ligar o servidor de e-mail',
    why: 'Sem ele ninguém confirma o cadastro nem recupera a senha.',
    to: '/admin/saude',
    isDone: ({ sendsMail }) => sendsMail,
  },
  {
    title: 'Ligar o Stripe',
    why: 'Até lá o pagamento é simulado e ninguém paga de verdade.',
    to: '/admin/saude',
    isDone: ({ takesMoney }) => takesMoney,
  },
];

export interface FirstStep {
  title: string;
  why: string;
  to: string;
  isDone: boolean;
}

/** The steps with what is done; null when all are. */
export function firstStepsOf(site: SetUp): FirstStep[] | null {
  const told = steps.map(({ isDone, ...step }) => ({ ...step, isDone: isDone(site) }));
  return told.every(({ isDone }) => isDone) ? null : told;
}
