import { type ImageRefusal, imageErrorKinds, imageRefusals } from '#features/media/model.ts';
import type { ErrorKind } from '#platform/errors.ts';

type Refusal = ImageRefusal | 'bad-address' | 'forbidden-address' | 'unreachable' | 'too-slow';

/** Messages for refused covers (specification, section 5; A-68). */
export const coverRefusals: Record<Refusal, readonly [ErrorKind, string]> = {
  'too-large': ['too-large', 'A imagem deve ter no máximo 5MB.'],
  'moving-too-large': [imageErrorKinds['moving-too-large'], imageRefusals['moving-too-large']],
  'not-an-image': ['unsupported', 'Por favor, selecione uma imagem válida.'],
  'too-many-pixels': [imageErrorKinds['too-many-pixels'], imageRefusals['too-many-pixels']],
  unreadable: [imageErrorKinds.unreadable, imageRefusals.unreadable],
  'bad-address': ['invalid', 'Informe um endereço que comece com https://.'],
  'forbidden-address': ['invalid', 'Este endereço não é público e foi recusado.'],
  unreachable: ['unprocessable', 'Não foi possível buscar a imagem neste endereço.'],
  'too-slow': ['unprocessable', 'O endereço demorou demais para responder.'],
};
