/** The one text for a wrong current password, in toasts and beside fields. */
export const wrongPassword = 'Senha atual incorreta';

/** Messages for refusals of account calls; better-auth's English texts are never shown. */
const messages: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'E-mail ou senha incorretos.',
  EMAIL_NOT_VERIFIED: 'Confirme seu e-mail antes de entrar. Enviamos um link quando a conta foi criada.',
  INVALID_EMAIL: 'Informe um e-mail válido.',
  INVALID_PASSWORD: wrongPassword,
  PASSWORD_TOO_SHORT: 'A senha deve ter no mínimo 6 caracteres.',
  PASSWORD_TOO_LONG: 'A senha deve ter no máximo 128 caracteres.',
  INVALID_TOKEN: 'Este link não vale mais. Peça um novo.',
  TOKEN_EXPIRED: 'Este link expirou. Peça um novo.',
  USER_NOT_FOUND: 'Este link não vale mais. Peça um novo.',
  SESSION_EXPIRED: 'Sua sessão expirou. Faça login novamente.',
  SESSION_NOT_FRESH: 'Faça login novamente para continuar.',
  INVALID_CODE: 'Código incorreto. Confira o aplicativo e tente de novo.',
  INVALID_BACKUP_CODE: 'Código de recuperação incorreto ou já usado.',
  INVALID_TWO_FACTOR_COOKIE: 'O tempo para confirmar acabou. Entre de novo com e-mail e senha.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Muitas tentativas. Entre de novo com e-mail e senha.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Muitos códigos errados. Tente novamente em 15 minutos.',
  CODES_UNREADABLE:
    'Os códigos desta conta não podem mais ser lidos. Use uma chave de acesso, ou peça a quem cuida do servidor que redefina a verificação.',
  TOTP_NOT_ENABLED: 'Esta conta não usa aplicativo de códigos.',
  TOTP_ALREADY_ENABLED: 'O aplicativo de códigos já está ativo.',
  TWO_FACTOR_NOT_ENABLED: 'A verificação em duas etapas não está ativa.',
  BACKUP_CODES_NOT_ENABLED: 'Esta conta não tem códigos de recuperação.',
  CHALLENGE_NOT_FOUND: 'O tempo para usar a chave de acesso acabou. Tente de novo.',
  PASSKEY_NOT_FOUND: 'Esta chave de acesso não é de nenhuma conta.',
  AUTHENTICATION_FAILED: 'A chave de acesso não foi aceita.',
  FAILED_TO_VERIFY_REGISTRATION: 'A chave de acesso não foi aceita.',
  FAILED_TO_CREATE_USER: 'Não foi possível criar a conta. Tente novamente.',
  FAILED_TO_CREATE_SESSION: 'Não foi possível iniciar a sessão. Tente novamente.',
};

const byStatus: Record<number, string> = {
  400: 'Pedido inválido.',
  401: 'Faça login para continuar.',
  403: 'Este pedido foi recusado.',
  404: 'Endereço não encontrado.',
  405: 'Endereço não encontrado.',
  413: 'O conteúdo enviado é grande demais.',
  415: 'Envie o conteúdo em JSON (Content-Type: application/json).',
  429: 'Muitas tentativas. Tente novamente em instantes.',
  503: 'Estamos com uma instabilidade. Tente novamente em instantes.',
};

/** The Portuguese message for a code of better-auth, or for the status when the code is unknown. */
export const accountMessage = (code: string | undefined, status: number): string =>
  messages[code ?? ''] ?? byStatus[status] ?? 'Ocorreu um erro inesperado.';

/** The answer to every sign-up, whether or not the address is free. */
export const signUpAnswer = {
  title: 'Conta criada com sucesso!',
  description: 'Verifique seu email para confirmar a conta.',
} as const;

/** The answer to every request for a link, whether or not the account exists (AUT-17). */
export const recoveryAnswer =
  'Se houver uma conta com este e-mail, enviamos um link para criar uma nova senha.';
export const resendAnswer =
  'Se houver uma conta ainda não confirmada com este e-mail, enviamos um novo link de confirmação.';
