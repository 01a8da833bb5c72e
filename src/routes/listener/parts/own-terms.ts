/**
 * The terms that a search box has sent into the address and that have not arrived there. The address follows the typing
 * a moment later: a term that arrives is the box's own, not news for it, also when more has been typed meanwhile.
 */
export class OwnTerms {
  #onTheirWay: string[] = [];
  #arrived: string;

  /** @param arrived the term in the address */
  constructor(arrived: string) {
    this.#arrived = arrived.trim();
  }

  /** @returns whether this term has to be sent: it is not what was sent last */
  send(typed: string): boolean {
    const term = typed.trim();
    if (term === (this.#onTheirWay.at(-1) ?? this.#arrived)) return false;
    this.#onTheirWay.push(term);
    return true;
  }

  /** The address has this term now. @returns whether it came from elsewhere, so that the box has to say it */
  arrive(asked: string): boolean {
    const term = asked.trim();
    const isSame = term === this.#arrived;
    const at = this.#onTheirWay.indexOf(term);
    this.#arrived = term;
    this.#onTheirWay = at < 0 && !isSame ? [] : this.#onTheirWay.slice(at + 1);
    return at < 0 && !isSame;
  }
}
