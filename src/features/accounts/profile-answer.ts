export interface ProfileAnswer {
  ok: boolean;
  title: string;
  description?: string;
  errors?: Record<string, string[] | undefined>;
  /** Set-Cookie headers; never part of the page's data. */
  cookies?: string[];
}
