import type { ServerResponse } from 'node:http';
import { formatMoney } from '#platform/format.ts';
import { StripeControls } from './controls.ts';
import { button, card, link, page, row, safe } from './html.ts';
import type { Method } from './ledger.ts';
import type { Invoice, Subscription } from './objects.ts';
import { describe, nameOf, type PageDeps } from './view.ts';

/** The provider's pages: checkout, payment of open invoices, and portal. */
export class StripePages {
  readonly #deps: PageDeps;
  readonly #controls: StripeControls;

  constructor(deps: PageDeps) {
    this.#deps = deps;
    this.#controls = new StripeControls(deps);
  }

  /** Shows a page, or handles its button and redirects back. */
  async serve(
    method: string,
    path: string,
    query: URLSearchParams,
    body: string,
    res: ServerResponse,
  ): Promise<void> {
    const [, kind = '', id = '', act = ''] = path.split('/');
    const sent = new URLSearchParams(body);
    const answer =
      kind === 'checkout'
        ? this.#checkout(method, id, act)
        : kind === 'invoice'
          ? this.#invoice(method, id)
          : kind === 'portal'
            ? this.#portal(method, id, act, sent, query)
            : await this.#controls.serve(method, path);
    if (answer === null) send(res, 404, page('Não encontrada', '<h1>Página não encontrada</h1>', true));
    else if (answer.startsWith('<')) send(res, 200, answer);
    else res.writeHead(303, { Location: answer }).end();
  }

  #checkout(method: string, id: string, act: string): string | null {
    const { ledger } = this.#deps;
    const session = ledger.sessions.get(id);
    const price = ledger.prices.get(session?.price ?? '');
    if (!session || !price) return null;
    const own = `/checkout/${id}`;
    if (method === 'POST' && act === 'cancel') return session.cancel_url;
    if (method === 'POST') {
      if (ledger.pay(id, act as Method)) return session.success_url;
      return session.status === 'complete' ? session.success_url : `${own}?recusado`;
    }
    if (session.status !== 'open') {
      const done = session.status === 'complete';
      const text = done
        ? 'Este pedido já foi concluído.'
        : 'Esta página de pagamento expirou. Comece de novo no site.';
      return page(
        'Pagamento',
        card(
          'Pagamento',
          `<p>${text}</p>${row(link(done ? session.success_url : session.cancel_url, 'Voltar ao site'))}`,
        ),
        true,
      );
    }
    const refused = ledger.refused.has(session.customer)
      ? '<p role="alert">O cartão deste cliente está sendo recusado.</p>'
      : '';
    return page(
      'Pagamento',
      `<h1>${safe(nameOf(price))}</h1><p>${formatMoney(price.unit_amount)}, com renovação automática.</p>${refused}
${card('Como pagar', `${button(`${own}/card`, 'Pagar com cartão', true)}${button(`${own}/boleto`, 'Gerar boleto')}${button(`${own}/pix`, 'Gerar Pix')}`)}
${button(`${own}/cancel`, 'Voltar sem pagar')}`,
      true,
    );
  }

  #invoice(method: string, id: string): string | null {
    const { ledger, acts } = this.#deps;
    const invoice = ledger.invoices.get(id);
    if (!invoice) return null;
    const subscription = invoice.parent.subscription_details.subscription;
    if (method === 'POST') {
      if (!acts.payVoucher(subscription)) acts.recover(subscription);
      return `/invoice/${id}`;
    }
    return page('Fatura', this.#invoiceCard(invoice), true);
  }

  #invoiceCard(invoice: Invoice): string {
    const open = invoice.status === 'open';
    const words = { paid: 'Paga', open: 'Em aberto', void: 'Cancelada', draft: 'Rascunho' };
    return card(
      'Fatura',
      `<p>${formatMoney(invoice.amount_due)} <span class="tag">${words[invoice.status]}</span></p>${open ? button(`/invoice/${invoice.id}`, 'Pagar esta fatura', true) : '<p>Pode fechar esta página.</p>'}`,
    );
  }

  #portal(
    method: string,
    id: string,
    act: string,
    sent: URLSearchParams,
    query: URLSearchParams,
  ): string | null {
    const { ledger } = this.#deps;
    const customer = ledger.customers.get(id);
    if (!customer || customer.deleted) return null;
    const back = sent.get('volta') ?? query.get('volta') ?? '';
    const own = `/portal/${id}`;
    const again = `${own}?volta=${encodeURIComponent(back)}`;
    if (method === 'POST') {
      this.#act(id, act, sent.get('subscription') ?? '', sent.get('price') ?? '');
      return again;
    }
    const subscriptions = ledger.subscriptionsOf(id).toReversed();
    const cards = subscriptions.map((each) =>
      card(nameOf(each.items.data[0]!.price), describe(each) + this.#choices(each, own, back)),
    );
    const refused = ledger.refused.has(id);
    const payment = card(
      'Cartão',
      `<p>${refused ? 'Cartão sem limite: as cobranças são recusadas.' : 'Cartão em ordem, final 4242.'}</p>
${form(`${own}/${refused ? 'good-card' : 'bad-card'}`, back, refused ? 'Cadastrar um cartão que funciona' : 'Trocar por um cartão que é recusado')}`,
    );
    return page(
      'Gerenciar assinatura',
      `<h1>Gerenciar assinatura</h1>${cards.join('') || card('Assinatura', '<p>Nenhuma assinatura ainda.</p>')}${payment}${back ? link(back, 'Voltar ao site') : ''}`,
    );
  }

  #choices(subscription: Subscription, own: string, back: string): string {
    const { ledger } = this.#deps;
    const waiting = ledger.invoicesOf(subscription.id).find((each) => each.status === 'open');
    const parts = waiting ? [link(`/invoice/${waiting.id}`, 'Pagar a fatura em aberto')] : [];
    if (['active', 'past_due'].includes(subscription.status)) {
      const fields = { subscription: subscription.id };
      const act = (name: string, label: string, more = {}) =>
        parts.push(form(`${own}/${name}`, back, label, { ...fields, ...more }));
      for (const price of ledger.prices.values()) {
        if (price.id !== subscription.items.data[0]!.price.id)
          act('change', `Trocar para o ${nameOf(price)}`, { price: price.id });
      }
      if (subscription.cancel_at_period_end) act('reactivate', 'Reativar a renovação');
      else act('cancel-at-period-end', 'Cancelar no fim do período');
      act('cancel-now', 'Encerrar agora');
    }
    return row(...parts);
  }

  #act(customer: string, act: string, subscription: string, price: string): void {
    const { ledger, acts } = this.#deps;
    if (act === 'bad-card') ledger.refused.add(customer);
    if (act === 'good-card') {
      ledger.refused.delete(customer);
      for (const each of ledger.subscriptionsOf(customer))
        if (each.status === 'past_due') acts.recover(each.id);
    }
    if (ledger.subscriptions.get(subscription)?.customer !== customer) return;
    if (act === 'change') acts.changePlan(subscription, price);
    if (act === 'cancel-at-period-end') acts.cancelAtPeriodEnd(subscription);
    if (act === 'reactivate') acts.reactivate(subscription);
    if (act === 'cancel-now') ledger.cancelNow(subscription);
  }
}

/** A button with the return URL and further fields. */
function form(address: string, back: string, label: string, fields: Record<string, string> = {}): string {
  const hidden = Object.entries({ volta: back, ...fields }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${safe(value)}">`,
  );
  return `<form method="post" action="${safe(address)}">${hidden.join('')}<button>${safe(label)}</button></form>`;
}

function send(res: ServerResponse, status: number, html: string): void {
  res
    .writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(html);
}
