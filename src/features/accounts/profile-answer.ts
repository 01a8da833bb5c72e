/** What a profile form gets back: a toast, and errors beside fields. */
export interface ProfileAnswer {
  ok: boolean;
  title: string;
  description?: string;
  /** Errors by field name, in Portuguese. */
  errors?: Record<string, string[] | undefined>;
  /** Set-Cookie lines for the answer; they never reach the page. */
  cookies?: string[];
}
