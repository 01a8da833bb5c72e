/** Result of a profile form: a toast, and errors beside fields. */
export interface ProfileAnswer {
  ok: boolean;
  title: string;
  description?: string;
  /** Errors by field name, in Portuguese. */
  errors?: Record<string, string[] | undefined>;
  /** Set-Cookie headers; never part of the page's data. */
  cookies?: string[];
}
