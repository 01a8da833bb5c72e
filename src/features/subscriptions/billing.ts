/** A paid charge, for whoever paid it. */
export interface Receipt {
  /** The charge's number at the provider. */
  id: string;
  plan: string;
  amountCents: number;
  refundedCents: number;
  paidAt: string;
  periodStart: string | null;
  periodEnd: string | null;
}

export interface Billing {
  /** `Renova em 22/11/2027 por R$ 210,00.`, `Termina em 22/11/2027.`; null: nothing is charged or ends. */
  next: string | null;
  /** The newest first. */
  receipts: Receipt[];
}
