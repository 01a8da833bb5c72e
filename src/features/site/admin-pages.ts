import BadgeCheck from 'lucide-react/icons/badge-check';
import Boxes from 'lucide-react/icons/boxes';
import ChartColumn from 'lucide-react/icons/chart-column';
import CloudDownload from 'lucide-react/icons/cloud-download';
import FileText from 'lucide-react/icons/file-text';
import HardDrive from 'lucide-react/icons/hard-drive';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import ImageIcon from 'lucide-react/icons/image';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListChecks from 'lucide-react/icons/list-checks';
import Mail from 'lucide-react/icons/mail';
import Mic from 'lucide-react/icons/mic';
import PackagePlus from 'lucide-react/icons/package-plus';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import Sparkles from 'lucide-react/icons/sparkles';
import Tags from 'lucide-react/icons/tags';
import Users from 'lucide-react/icons/users';
import type { Waiting } from '#features/figures/model.ts';
import type { PageIcon } from './rail.ts';

interface AdminPage {
  /** Its module in routes/admin, without ending. */
  file: string;
  /** In the rail and the phone's menu. */
  label: string;
  /** Title of the document; the heading too, where the specification has no other. */
  title: string;
  /** Second line of its card on the panel. */
  text: string;
  icon: PageIcon;
  /** Further addresses whose pages light this entry. */
  holds?: readonly string[];
  /** The work that waits there, shown as a number. */
  count?: keyof Waiting;
  /** Also in the bar at the bottom of a phone. */
  isTab?: true;
}

export const panelPage = {
  to: '/admin',
  label: 'Painel',
  title: 'Painel de Controle',
  icon: LayoutDashboard,
} as const;

const groups = {
  Catálogo: {
    '/admin/manage-packages': {
      file: 'manage-packages',
      label: 'Pacotes',
      title: 'Gerenciar Pacotes',
      text: 'Criar, editar, ordenar e publicar.',
      icon: Boxes,
      holds: ['/admin/downloads'],
      isTab: true,
    },
    '/admin/create-package': {
      file: 'create-package',
      label: 'Novo pacote',
      title: 'Cadastrar Novo Pacote',
      text: 'À mão, ou de uma pasta do Google Drive.',
      icon: PackagePlus,
    },
    '/admin/rascunhos': {
      file: 'drafts',
      label: 'Rascunhos',
      title: 'Revisar Rascunhos',
      text: 'Pacotes automáticos à espera de publicação.',
      icon: Sparkles,
      count: 'drafts',
    },
    '/admin/importacoes': {
      file: 'imports',
      label: 'Importações',
      title: 'Importações',
      text: 'Pastas do Google Drive, arquivo por arquivo.',
      icon: CloudDownload,
      count: 'failedImports',
    },
    '/admin/categories': {
      file: 'categories',
      label: 'Categorias',
      title: 'Categorias',
      text: 'Nomes, ordem e o que está no ar.',
      icon: Tags,
    },
    '/admin/busca': {
      file: 'search',
      label: 'Busca',
      title: 'Palavras da Busca',
      text: 'Sinônimos e buscas sem resultado.',
      icon: Search,
    },
    '/admin/upload-category-images': {
      file: 'category-images',
      label: 'Imagens',
      title: 'Imagens das Categorias',
      text: 'As capas da biblioteca.',
      icon: ImageIcon,
    },
  },
  Pessoas: {
    '/admin/recording-requests': {
      file: 'recording-requests',
      label: 'Solicitações',
      title: 'Solicitações de Gravação',
      text: 'Vinhetas pedidas pelas rádios.',
      icon: Mic,
      count: 'requests',
      isTab: true,
    },
    '/admin/certificados': {
      file: 'certificates',
      label: 'Certificados',
      title: 'Certificados',
      text: 'Licenças emitidas: procurar, conferir e retirar.',
      icon: BadgeCheck,
    },
    '/admin/manage-users': {
      file: 'manage-users',
      label: 'Usuários',
      title: 'Usuários',
      text: 'Planos, acesso e permissões.',
      icon: Users,
      holds: ['/admin/users'],
      isTab: true,
    },
  },
  Dinheiro: {
    '/admin/receita': {
      file: 'revenue',
      label: 'Receita',
      title: 'Receita',
      text: 'Assinantes, pagamentos e reembolsos.',
      icon: ChartColumn,
    },
    '/admin/edit-plans': {
      file: 'edit-plans',
      label: 'Planos',
      title: 'Editor de Planos',
      text: 'Benefícios de cada plano.',
      icon: ListChecks,
    },
  },
  Site: {
    '/edit-home': {
      file: 'edit-home',
      label: 'Página inicial',
      title: 'Editar Página Inicial',
      text: 'Textos, vídeo, perguntas e contato.',
      icon: House,
    },
    '/admin/edit-texts': {
      file: 'edit-texts',
      label: 'Licença e manutenção',
      title: 'Licença e Manutenção',
      text: 'O que o assinante pode fazer, e o aviso de site fechado.',
      icon: FileText,
    },
    '/admin/ceo-settings': {
      file: 'ceo-settings',
      label: 'Configurações CEO',
      title: 'Configurações CEO',
      text: 'Ícone, descrição e palavras-chave.',
      icon: Settings,
    },
  },
  Sistema: {
    '/admin/storage': {
      file: 'storage',
      label: 'Armazenamento',
      title: 'Armazenamento',
      text: 'Uso, arquivos órfãos e lixeira.',
      icon: HardDrive,
    },
    '/admin/saude': {
      file: 'health',
      label: 'Saúde',
      title: 'Saúde do sistema',
      text: 'O que o site precisa, e o que fazer quando falta.',
      icon: HeartPulse,
    },
    '/admin/emails': {
      file: 'emails',
      label: 'E-mails',
      title: 'E-mails do site',
      text: 'Os modelos, como quem os recebe vê, e um teste.',
      icon: Mail,
    },
    '/admin/audit': {
      file: 'audit',
      label: 'Auditoria',
      title: 'Auditoria',
      text: 'Quem mudou o quê, e quando.',
      icon: History,
    },
  },
} satisfies Record<string, Record<string, AdminPage>>;

type Groups = typeof groups;
type Address = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

/**
 * The administrators' pages in one table: their routes, rail, phone menu, the panel's cards and titles come from it, and who
 * may see them in tests/matrix.ts. Access is checked by each page itself.
 */
export const adminGroups: { name: string; pages: (AdminPage & { to: string })[] }[] = Object.entries(
  groups,
).map(([name, pages]) => ({ name, pages: Object.entries(pages).map(([to, page]) => ({ to, ...page })) }));

const titles = new Map(adminGroups.flatMap(({ pages }) => pages.map(({ to, title }) => [to, title])));

/** The title of an administrators' page. */
export const adminTitle = (to: Address): string => titles.get(to) ?? '';
