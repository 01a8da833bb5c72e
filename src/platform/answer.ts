/** Result of a change, as a toast. */
export interface Answer {
  ok: boolean;
  /** The change it belongs to, so that its form can react. */
  intent: string;
  title: string;
  description?: string;
  /** Errors by field. */
  errors?: Record<string, string[] | undefined>;
  /** Somebody else saved first; nothing was overwritten. */
  isConflict?: boolean;
  /** The call failed without a response. */
  isLost?: boolean;
  /** The created thing, the import of its audio, and the version of what was saved. */
  id?: string;
  importId?: string;
  version?: string;
  /** An extra reason. */
  reason?: string;
}

/** Titles of toasts after a failed change, by intent; the first is the page's main change. */
export type Failures<Intent extends string = string> = Readonly<Record<Intent, string>>;

/** The change that a form requests; by default the page's main one. */
export const intentOf = (form: FormData, failures: Failures): string =>
  String(form.get('intent') ?? Object.keys(failures)[0]);
