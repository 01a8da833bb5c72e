import { AppError } from './errors.ts';

/** The fields of a sent form. @throws AppError `unsupported` when the body is none. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (cause) {
    throw new AppError('unsupported', 'Envie o conteúdo como formulário.', { cause });
  }
}
