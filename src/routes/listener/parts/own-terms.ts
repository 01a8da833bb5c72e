/** Terms that a search box has sent to the URL: one that arrives later is the box's own, not a navigation. */
export class OwnTerms {
  #onTheirWay: string[] = [];
  #arrived: string;

  /** @param arrived the term in the URL */
  constructor(arrived: string) {
    this.#arrived = arrived.trim();
  }

  /** @returns whether this term differs from the last one sent */
  send(typed: string): boolean {
    const term = typed.trim();
    if (term === (this.#onTheirWay.at(-1) ?? this.#arrived)) return false;
    this.#onTheirWay.push(term);
    return true;
  }

  /** Called when the URL changes. @returns whether the term came from elsewhere, so that the box must show it */
  arrive(asked: string): boolean {
    const term = asked.trim();
    const isSame = term === this.#arrived;
    const at = this.#onTheirWay.indexOf(term);
    this.#arrived = term;
    this.#onTheirWay = at < 0 && !isSame ? [] : this.#onTheirWay.slice(at + 1);
    return at < 0 && !isSame;
  }
}
