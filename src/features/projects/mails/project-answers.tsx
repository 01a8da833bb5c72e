import { z } from 'zod';
import { Action, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { mail } from '#features/accounts/mails/mail.tsx';

/** Mail to the owner: what was said of a shared project. */
export const projectAnswers = mail({
  when: 'A quem criou o projeto, quando chegam respostas pelo link.',
  facts: z.object({
    projectId: z.string(),
    title: z.string(),
    person: z.string(),
    approved: z.number(),
    refused: z.number(),
  }),
  example: {
    projectId: 'exemplo',
    title: 'Plástica de Natal',
    person: 'Marta',
    approved: 3,
    refused: 1,
  },
  subject: 'Respostas ao seu projeto',
  body: ({ site, facts: { projectId, title, person, approved, refused } }) => (
    <MailLayout site={site} preview={`Há respostas ao projeto ${title}.`} title="Respostas ao seu projeto">
      <P>
        {person} respondeu ao projeto <Strong>{title}</Strong>: {count(approved, 'aprovada', 'aprovadas')} e{' '}
        {count(refused, 'recusada', 'recusadas')}.
      </P>
      <Action href={`${site.url}/projetos/${projectId}`}>Ver as respostas</Action>
      <Aside>Na página do projeto estão os comentários de cada faixa, e o link pode ser encerrado.</Aside>
    </MailLayout>
  ),
});

const count = (n: number, one: string, several: string): string =>
  `${n} ${n === 1 ? `faixa ${one}` : `faixas ${several}`}`;
