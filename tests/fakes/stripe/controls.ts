import { formatDateTime, formatMoney } from '#platform/format.ts';
import { button, card, link, page, row, safe } from './html.ts';
import type { Customer, Subscription } from './objects.ts';
import { letTimePass } from './time.ts';
import { describe, type PageDeps } from './view.ts';

const day = 24 * 3600;

const runs = ['active', 'past_due'];
const waits = ['incomplete'];
const paid = [...runs, 'canceled'];

/** Possible actions: name in the URL, label, and the statuses that allow it. */
const acts: [name: string, label: string, states: string[]][] = [
  ['renew', 'Renovar agora', ['active']],
  ['fail', 'Renovação recusada', ['active']],
  ['recover', 'Cobrar de novo com sucesso', ['past_due']],
  ['pay-voucher', 'Boleto ou Pix foi pago', waits],
  ['expire-voucher', 'Boleto ou Pix venceu', waits],
  ['expire-due', 'Venceu, com a fatura em aberto', waits],
  ['to-end', 'Levar ao fim do período', ['active']],
  ['week', 'Passar uma semana', runs],
  ['month', 'Passar um mês', runs],
  ['cancel', 'Encerrar agora', [...runs, ...waits]],
  ['refund', 'Reembolsar o último pagamento', paid],
  ['dispute', 'Contestar o último pagamento', paid],
  ['lose', 'Contestação perdida', paid],
  ['win', 'Contestação ganha', paid],
];
const words: Record<string, string> = {
  paid: 'Paga',
  open: 'Em aberto',
  void: 'Cancelada',
  draft: 'Rascunho',
};

/** The control page of the stand-in. */
export class StripeControls {
  readonly #deps: PageDeps;

  constructor(deps: PageDeps) {
    this.#deps = deps;
  }

  async serve(method: string, path: string): Promise<string | null> {
    const [, kind = '', id = '', act = ''] = path.split('/');
    if (path === '/' && method === 'GET') return this.#show();
    if (method !== 'POST') return null;
    if (kind === 'subscriptions') this.#act(id, act);
    else if (kind === 'customers') this.#deps.ledger.deleteCustomer(id);
    else if (kind === 'events') await this.#deliver(id, act);
    else if (kind === 'trouble') this.#deps.trouble.down = id === 'error' || id === 'key' ? id : 'no';
    else return null;
    return '/';
  }

  #act(id: string, act: string): void {
    const { ledger, acts: can } = this.#deps;
    const subscription = ledger.subscriptions.get(id);
    if (!subscription) return;
    const end = subscription.items.data[0]!.current_period_end;
    const pass = (seconds: number) => letTimePass(can, subscription.customer, seconds);
    const does: Record<string, () => unknown> = {
      renew: () => can.renew(id),
      fail: () => can.failRenewal(id),
      recover: () => can.recover(id),
      'pay-voucher': () => can.payVoucher(id),
      'expire-voucher': () => can.expireVoucher(id),
      'expire-due': () => can.expireVoucher(id, 'past_due'),
      'to-end': () => pass(Math.max(0, end - ledger.now()) + 1),
      week: () => pass(7 * day),
      month: () => pass(30 * day),
      cancel: () => ledger.cancelNow(id),
      refund: () => can.refund(can.lastIntent(id) ?? ''),
      dispute: () => can.dispute(id),
      lose: () => can.closeDispute(id, 'lost'),
      win: () => can.closeDispute(id, 'won'),
    };
    does[act]?.();
  }

  async #deliver(what: string, id: string): Promise<void> {
    const { delivery, ledger } = this.#deps;
    if (what === 'hold') delivery.isHeld = true;
    if (what === 'release' || what === 'reverse' || what === 'thrice') {
      delivery.isHeld = false;
      await delivery.release((events) =>
        what === 'reverse'
          ? events.toReversed()
          : what === 'thrice'
            ? events.flatMap((each) => [each, each, each])
            : events,
      );
    }
    const event = ledger.events.find((each) => each.id === id);
    if (what === 'again' && event) await delivery.post(event);
    if (what === 'forged' && event) await delivery.post(event, { secret: 'outro segredo' });
    if (what === 'old' && event) await delivery.post(event, { at: new Date(Date.now() - 3600_000) });
  }

  #show(): string {
    const { ledger } = this.#deps;
    const customers = [...ledger.customers.values()].toReversed();
    return page(
      'Controle',
      `<h1>Provedor de teste</h1>
<p class="muted">Faz de conta que é o Stripe: o que acontece aqui chega ao site por avisos assinados.</p>
${this.#network()}${customers.map((each) => this.#customer(each)).join('') || card('Clientes', '<p>Ninguém começou a comprar ainda.</p>')}${this.#events()}`,
    );
  }

  #network(): string {
    const { delivery, trouble } = this.#deps;
    const isDown = trouble.down !== 'no';
    const waiting = delivery.waiting.length;
    return card(
      'Rede',
      `<p>Interface ${isDown ? 'fora do ar' : 'no ar'}; avisos ${delivery.isHeld ? `retidos (${waiting})` : 'entregues na hora'}.</p>${row(
        ...(isDown
          ? [button('/trouble/none', 'Voltar ao ar', true)]
          : [button('/trouble/error', 'Sair do ar'), button('/trouble/key', 'Recusar a chave')]),
        delivery.isHeld
          ? button('/events/release', 'Entregar o que espera', true)
          : button('/events/hold', 'Reter os avisos'),
        ...(delivery.isHeld
          ? [
              button('/events/reverse', 'Entregar ao contrário'),
              button('/events/thrice', 'Entregar três vezes'),
            ]
          : []),
      )}`,
    );
  }

  #customer(customer: Customer): string {
    const subscriptions = this.#deps.ledger.subscriptionsOf(customer.id).toReversed();
    const tools = customer.deleted
      ? '<p class="tag">Cliente excluído</p>'
      : row(
          link(`/portal/${customer.id}`, 'Portal do cliente'),
          button(`/customers/${customer.id}/delete`, 'Excluir cliente'),
        );
    return card(
      customer.email,
      `<p class="muted">${safe(customer.id)}</p>${subscriptions.map((each) => this.#subscription(each)).join('')}${tools}`,
    );
  }

  #subscription(subscription: Subscription): string {
    const invoices = this.#deps.ledger
      .invoicesOf(subscription.id)
      .map(
        (each) =>
          `<tr><td>${formatDateTime(new Date(each.created * 1000))}</td><td class="amount">${formatMoney(each.amount_due)}</td><td>${words[each.status]}</td></tr>`,
      );
    const can = acts.filter(([, , states]) => states.includes(subscription.status));
    const buttons = can.map(([name, label]) => button(`/subscriptions/${subscription.id}/${name}`, label));
    return `<div>${describe(subscription)}<div class="scroll"><table><tr><th>Fatura</th><th>Valor</th><th>Estado</th></tr>${invoices.join('')}</table></div></div>${row(...buttons)}`;
  }

  #events(): string {
    const { ledger, delivery } = this.#deps;
    const rows = ledger.events
      .toReversed()
      .slice(0, 30)
      .map((event) => {
        const answers = delivery.log
          .filter((each) => each.event.id === event.id)
          .map((each) => each.status || 'sem resposta');
        const tools = row(
          button(`/events/again/${event.id}`, 'De novo'),
          button(`/events/forged/${event.id}`, 'Assinatura falsa'),
          button(`/events/old/${event.id}`, 'Vencido'),
        );
        const answer = answers.join(', ') || (delivery.isHeld ? 'retido' : 'a caminho');
        return `<div><span>${safe(event.type)}</span> <span class="tag">${answer}</span><p class="muted">${formatDateTime(new Date(event.created * 1000))}</p>${tools}</div>`;
      });
    const body = rows.length > 0 ? rows.join('<hr>') : '<p>Nenhum ainda.</p>';
    return card('Avisos', body);
  }
}
