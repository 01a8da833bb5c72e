import type { IncomingMessage } from 'node:http';
import type { StripeActs } from './acts.ts';
import type { StripeLedger } from './ledger.ts';
import type { Charge, Intent, Invoice } from './objects.ts';

export interface Answer {
  status: number;
  body: unknown;
}

/** A call with the fields of its query or form. */
export interface Call {
  method: string;
  path: string;
  fields: URLSearchParams;
  headers: IncomingMessage['headers'];
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refuse = (status: number, type: string, message: string, code?: string): Answer => ({
  status,
  body: { error: { type, code, message } },
});
/** Stripe's limits, in characters and entries. */
const longestKey = 255;
const longestEmail = 512;
const longestPage = 100;
/** Entries of a nested list; the rest needs another request. */
const inner = 10;
const missing = (what: string, id: string) =>
  refuse(404, 'invalid_request_error', `No such ${what}: '${id}'`, 'resource_missing');

/** The part of Stripe's API that we call. */
export class StripeApi {
  readonly #ledger: StripeLedger;
  readonly #acts: StripeActs;
  readonly #options: { secretKey: string; base: () => string };
  /** First responses by Idempotency-Key, as snapshots. */
  readonly #answers = new Map<string, { sent: string; answer: Answer }>();

  constructor(ledger: StripeLedger, acts: StripeActs, options: { secretKey: string; base: () => string }) {
    this.#ledger = ledger;
    this.#acts = acts;
    this.#options = options;
  }

  /** Answers a call; a repeated Idempotency-Key gets the first response again. */
  answer(call: Call): Answer {
    if (call.headers.authorization !== `Bearer ${this.#options.secretKey}`) {
      return refuse(401, 'invalid_request_error', 'Invalid API Key provided');
    }
    const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined;
    if (typeof key !== 'string') return this.#route(call);
    if (key.length > longestKey) {
      return refuse(400, 'invalid_request_error', `Idempotency keys have at most ${longestKey} characters`);
    }
    const sent = `${call.path}?${call.fields}`;
    const before = this.#answers.get(key);
    if (before && before.sent !== sent) {
      return refuse(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters',
      );
    }
    const answer = before?.answer ?? structuredClone(this.#route(call));
    this.#answers.set(key, { sent, answer });
    return answer;
  }

  #route({ method, path, fields }: Call): Answer {
    const [kind = '', second = '', third = ''] = path.split('/').slice(2);
    switch (`${method} ${kind}`) {
      case 'POST customers':
        if (third === 'balance_transactions') return this.#changeBalance(second, fields);
        return second ? this.#changeCustomer(second, fields) : this.#createCustomer(fields);
      case 'GET customers':
        return this.#customer(second);
      case 'POST checkout':
        return third ? this.#expire(third) : this.#createSession(fields);
      case 'GET checkout':
        return third
          ? this.#one('checkout.session', this.#ledger.sessions.get(third), third)
          : this.#list(fields, this.#ledger.sessions.values());
      case 'POST billing_portal':
        return this.#portal(fields);
      case 'GET subscriptions':
        return second
          ? this.#one('subscription', this.#ledger.subscriptions.get(second), second)
          : this.#list(fields, this.#ledger.subscriptions.values());
      case 'DELETE subscriptions':
        return this.#ledger.cancelNow(second)
          ? ok(this.#ledger.subscriptions.get(second))
          : missing('subscription', second);
      case 'GET invoices':
        return third === 'lines'
          ? this.#list(fields, (this.#ledger.invoices.get(second)?.lines.data ?? []).toReversed())
          : this.#list(fields, this.#ledger.invoices.values(), (each) => this.#asInvoice(each, fields));
      case 'POST invoices':
        return third === 'void' ? this.#void(second) : missing('invoice', second);
      case 'GET invoice_payments':
        return this.#list(fields, this.#ledger.invoicePayments.values());
      case 'GET payment_intents':
        return second
          ? this.#one('payment_intent', this.#ledger.intents.get(second), second)
          : this.#list(fields, this.#ledger.intents.values(), (each) => this.#withCharge(each, fields));
      case 'POST refunds':
        return this.#refund(fields);
      case 'GET refunds':
        return this.#list(fields, this.#ledger.refunds.values());
      case 'GET disputes':
        return this.#list(fields, this.#ledger.disputes.values());
      case 'GET prices':
        return this.#one('price', this.#ledger.prices.get(second), second);
      default:
        return refuse(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path})`);
    }
  }

  #one = (what: string, thing: unknown, id: string): Answer => (thing ? ok(thing) : missing(what, id));

  #customer(id: string): Answer {
    const customer = this.#ledger.customers.get(id);
    if (!customer) return missing('customer', id);
    return ok(customer.deleted ? { id, object: 'customer', deleted: true } : customer);
  }

  #createCustomer(fields: URLSearchParams): Answer {
    const email = fields.get('email') ?? '';
    const isAddress = email.length <= longestEmail && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email);
    if (!isAddress) return refuse(400, 'invalid_request_error', `Invalid email: ${email}`, 'email_invalid');
    return ok(this.#ledger.createCustomer(email, inside(fields, 'metadata')));
  }

  #changeCustomer(id: string, fields: URLSearchParams): Answer {
    const customer = this.#ledger.customers.get(id);
    if (!customer || customer.deleted) return missing('customer', id);
    customer.email = fields.get('email') ?? customer.email;
    this.#ledger.tell('customer.updated', customer);
    return ok(customer);
  }

  #changeBalance(id: string, fields: URLSearchParams): Answer {
    const customer = this.#ledger.customers.get(id);
    if (!customer || customer.deleted) return missing('customer', id);
    const amount = Number(fields.get('amount'));
    customer.balance += amount;
    this.#ledger.tell('customer.updated', customer);
    const ending_balance = customer.balance;
    return ok({
      id: this.#ledger.id('cbtxn'),
      object: 'customer_balance_transaction',
      amount,
      ending_balance,
    });
  }

  /** Newest first, filtered, in pages. */
  #list<T extends { id: string; status?: string }>(
    fields: URLSearchParams,
    things: Iterable<T>,
    tell: (thing: T) => unknown = (thing) => thing,
  ): Answer {
    const customer = fields.get('customer');
    if (customer && !this.#ledger.customers.has(customer)) return missing('customer', customer);
    const status = fields.get('status') ?? 'all';
    const named = ['customer', 'payment_intent', 'charge', 'invoice', 'subscription'].filter((name) =>
      fields.has(name),
    );
    const wanted = [...things]
      .toReversed()
      .filter(
        (each) =>
          named.every((name) => namedBy(each, name) === fields.get(name)) &&
          (status === 'all' || each.status === status),
      );
    const after = fields.get('starting_after');
    const from = after ? wanted.findIndex((each) => each.id === after) + 1 : 0;
    const limit = Number(fields.get('limit') ?? 10);
    if (limit > longestPage) return refuse(400, 'invalid_request_error', `limit is above ${longestPage}`);
    const data = wanted.slice(from, from + limit).map(tell);
    return ok({ object: 'list', data, has_more: wanted.length > from + limit, url: '/v1/list' });
  }

  #asInvoice(invoice: Invoice, fields: URLSearchParams): unknown {
    const told = { ...invoice, lines: beginOf(invoice.lines.data) };
    if (!isExpanded(fields, 'data.payments')) return told;
    const all = [...this.#ledger.invoicePayments.values()].filter((each) => each.invoice === invoice.id);
    return { ...told, payments: beginOf(all.toReversed()) };
  }

  #void(id: string): Answer {
    const invoice = this.#ledger.invoices.get(id);
    if (!invoice) return missing('invoice', id);
    if (this.#ledger.voidInvoice(invoice)) return ok(this.#asInvoice(invoice, new URLSearchParams()));
    return refuse(400, 'invalid_request_error', 'You can only void open invoices.', 'invoice_not_editable');
  }

  #withCharge(intent: Intent, fields: URLSearchParams): unknown {
    const charge = this.#ledger.charges.get(intent.latest_charge ?? '');
    if (!charge || !isExpanded(fields, 'data.latest_charge')) return intent;
    return { ...intent, latest_charge: this.#withRefunds(charge, fields) };
  }

  #withRefunds(charge: Charge, fields: URLSearchParams): unknown {
    if (!isExpanded(fields, 'data.latest_charge.refunds')) return charge;
    const all = [...this.#ledger.refunds.values()].filter((each) => each.charge === charge.id);
    return { ...charge, refunds: beginOf(all.toReversed()) };
  }

  #createSession(fields: URLSearchParams): Answer {
    const customer = fields.get('customer') ?? '';
    const price = fields.get('line_items[0][price]') ?? '';
    const known = this.#ledger.customers.get(customer);
    if (!known || known.deleted) return missing('customer', customer);
    if (!this.#ledger.prices.has(price)) return missing('price', price);
    if (fields.get('mode') !== 'subscription') return refuse(400, 'invalid_request_error', 'mode');
    const success_url = fields.get('success_url') ?? '';
    const cancel_url = fields.get('cancel_url') ?? '';
    const metadata = inside(fields, 'metadata');
    return ok(this.#ledger.createSession({ customer, price, success_url, cancel_url, metadata }));
  }

  #expire(id: string): Answer {
    const session = this.#ledger.sessions.get(id);
    if (!session) return missing('checkout.session', id);
    if (session.status !== 'open') return refuse(400, 'invalid_request_error', 'Only open sessions expire.');
    this.#ledger.expireSession(id);
    return ok(session);
  }

  #portal(fields: URLSearchParams): Answer {
    const customer = fields.get('customer') ?? '';
    const known = this.#ledger.customers.get(customer);
    if (!known || known.deleted) return missing('customer', customer);
    const back = encodeURIComponent(fields.get('return_url') ?? '');
    const url = `${this.#options.base()}/portal/${customer}?volta=${back}`;
    return ok({ id: this.#ledger.id('bps'), object: 'billing_portal.session', customer, url });
  }

  #refund(fields: URLSearchParams): Answer {
    const intent = fields.get('payment_intent') ?? '';
    if (!this.#ledger.intents.has(intent)) return missing('payment_intent', intent);
    const refund = this.#acts.refund(intent);
    const message = 'Charge has already been refunded.';
    return refund ? ok(refund) : refuse(400, 'invalid_request_error', message, 'charge_already_refunded');
  }
}

/** The value of a list filter; an invoice nests its subscription. */
function namedBy(thing: object, name: string): unknown {
  const parent = (thing as Partial<Invoice>).parent;
  if (name === 'subscription' && parent) return parent.subscription_details.subscription;
  return (thing as Record<string, unknown>)[name];
}

/** A nested list. */
const beginOf = <T>(all: T[]) => ({
  object: 'list',
  data: all.slice(0, inner),
  has_more: all.length > inner,
  url: '/v1/list',
});

/** The fields `name[key]` as a record. */
function inside(fields: URLSearchParams, name: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of fields) {
    const match = /^(\w+)\[(\w+)\]$/.exec(key);
    if (match?.[1] === name) found[match[2]!] = value;
  }
  return found;
}

const isExpanded = (fields: URLSearchParams, path: string): boolean =>
  [...fields].some(
    ([key, value]) => key.startsWith('expand[') && (value === path || value.startsWith(`${path}.`)),
  );
