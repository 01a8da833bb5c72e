import { z } from 'zod';
import { wrongPassword } from '#features/accounts/messages.ts';

/** What remains after a deletion, as the person reads beforehand. */
export const retained = [
  'Solicitações de gravação, sem o nome da rádio e sem o WhatsApp, pelo prazo contábil.',
  'Licenças do que você baixou: a quem foram dadas (a estação ou, sem ela, o seu nome, com documento e cidade), faixas, códigos dos arquivos e datas, porque provam o direito de uso.',
  'Registros de pagamento exigidos por lei, mantidos também pelo meio de pagamento.',
  'Em licenças, também o título que você deu ao projeto: ele faz parte do certificado que já foi emitido.',
  'No histórico da administração, o que foi mudado na sua conta e quando, sem o motivo que foi escrito.',
  'Cópias de segurança, por até 12 meses: só são abertas se o site precisar ser restaurado.',
  'De quem foi administrador, o histórico das mudanças que fez no site.',
  'Registros de segurança, por até 6 meses (Marco Civil da Internet, art. 15).',
] as const;

export const deleteAccountSchema = z.object({
  password: z
    .string({ error: 'Informe a senha atual.' })
    .min(1, 'Informe a senha atual.')
    .max(128, wrongPassword),
});

export type DeletionRefusal = 'wrong-password' | 'last-admin';

export const deletionRefusals: Record<DeletionRefusal, string> = {
  'wrong-password': wrongPassword,
  'last-admin': 'Você é o único administrador: promova outra pessoa antes de excluir a conta.',
};
