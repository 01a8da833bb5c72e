import type { Mail } from '#platform/mail.ts';

/** A mail as its reader sees it, in a frame without scripts, and as text. */
export function MailPreview({ mail }: { mail: Pick<Mail, 'subject' | 'html' | 'text'> }) {
  return (
    <>
      <iframe
        title={`Mensagem: ${mail.subject}`}
        sandbox=""
        srcDoc={mail.html}
        className="h-[44rem] w-full rounded-md bg-ink"
      />
      <details className="rounded-md bg-surface p-4">
        <summary className="font-medium">Só texto</summary>
        <pre className="mt-3 text-sm whitespace-pre-wrap break-words text-muted">{mail.text}</pre>
      </details>
    </>
  );
}
