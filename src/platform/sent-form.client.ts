// In the browser only (decision 028).

/** What a page is about to submit, for its clientAction. */
export const formBeingSent = (request: Request): Promise<FormData> => request.clone().formData();

/** The last submit event that no request was matched to yet. */
let last: SubmitEvent | null = null;
globalThis.addEventListener?.(
  'submit',
  (event) => {
    last = event;
  },
  true,
);

/** Fields as text: multipart changes line ends, and a file counts by its name. */
const fieldsOf = (form: FormData): string =>
  JSON.stringify(
    [...form].map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value.name,
    ]),
  );

/**
 * Returns a function that submits the form behind a request again, as a click would; null without a form with exactly
 * these fields.
 */
export async function formBehind(request: Request): Promise<(() => void) | null> {
  const event = last;
  if (!event || request.method === 'GET') return null;
  last = null;
  const form = event.target as HTMLFormElement;
  const { submitter } = event;
  if (fieldsOf(new FormData(form, submitter)) !== fieldsOf(await formBeingSent(request))) return null;
  return () => form.isConnected && form.requestSubmit(submitter?.isConnected ? submitter : null);
}
