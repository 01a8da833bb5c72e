/** The form that a page's script is about to send, for its clientAction; in the browser only (decision 028). */
export const formBeingSent = (request: Request): Promise<FormData> => request.clone().formData();
