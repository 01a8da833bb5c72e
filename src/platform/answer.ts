/** What a page answers to a change, as a toast says it. */
export interface Answer {
  ok: boolean;
  /** Which change it answers, so that its form can react. */
  intent: string;
  title: string;
  description?: string;
  /** What is wrong, by field. */
  errors?: Record<string, string[] | undefined>;
  /** Somebody else saved first; nothing was overwritten. */
  isConflict?: boolean;
  /** The call failed without a response. */
  isLost?: boolean;
  /** What was created, the import that brings its audio, and the version of what was saved. */
  id?: string;
  importId?: string;
  version?: string;
  /** Why, where the description does not say it. */
  reason?: string;
}

/** Titles of what is said when a change did not succeed, by its intent; the first is the page's main change. */
export type Failures<Intent extends string = string> = Readonly<Record<Intent, string>>;

/** Which change a form asks for; without a name, the page's main one. */
export const intentOf = (form: FormData, failures: Failures): string =>
  String(form.get('intent') ?? Object.keys(failures)[0]);
