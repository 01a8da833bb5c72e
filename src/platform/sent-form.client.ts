/** The form that a page is about to submit, for its clientAction; in the browser only (decision 028). */
export const formBeingSent = (request: Request): Promise<FormData> => request.clone().formData();
