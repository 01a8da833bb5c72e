import { Facts } from '#features/accounts/mails/facts.tsx';
import { Action, Address, Aside, MailLayout, P, Strong } from '#features/accounts/mails/layout.tsx';
import { formatDate, formatMoney } from '#platform/format.ts';
import { planLabel } from '../../model.ts';
import { greeting, type LetterProps, planName } from './words.ts';

/** A subscription is over. */
export function EndedMail({ name, site, facts }: LetterProps<'ended'>) {
  return (
    <MailLayout
      site={site}
      preview="Suas favoritas ficam guardadas para quando você voltar."
      title="Sua assinatura terminou"
    >
      <P>
        <Strong>{greeting(name)}</Strong> O seu {planName(facts.planType)} terminou em{' '}
        <Strong>{formatDate(facts.endedAt)}</Strong> e a biblioteca foi fechada. Nada mais será cobrado.
      </P>
      <P>
        Obrigado por ter posto nosso som no ar. A sua conta continua: favoritas, histórico e gravações prontas
        ficam guardados.
      </P>
      <Action href={`${site.url}/#planos`}>Assinar de novo</Action>
      <Aside>
        Acha que é engano? Veja a situação em <Address url={`${site.url}/profile`} /> ou fale conosco pelos
        contatos em <Address url={site.url} />.
      </Aside>
    </MailLayout>
  );
}

/** A subscription was paid back and is over. */
export function RefundedMail({ name, site, facts }: LetterProps<'ended'>) {
  return (
    <MailLayout
      site={site}
      preview={`Devolvemos ${formatMoney(facts.refundedCents ?? 0)} e encerramos a assinatura.`}
      title="Seu reembolso foi feito"
    >
      <P>
        <Strong>{greeting(name)}</Strong> Devolvemos o valor da sua assinatura e encerramos o acesso à
        biblioteca. Nada mais será cobrado.
      </P>
      <Facts
        of={[
          ['Plano', planLabel(facts.planType)],
          ['Valor devolvido', formatMoney(facts.refundedCents ?? 0)],
          ['Encerrada em', formatDate(facts.endedAt)],
        ]}
      />
      <P>No cartão, o valor aparece em até duas faturas, conforme o banco.</P>
      <Aside>
        A sua conta continua, com favoritas e gravações guardadas. Quando quiser voltar, os planos estão em{' '}
        <Address url={`${site.url}/#planos`} />.
      </Aside>
    </MailLayout>
  );
}
