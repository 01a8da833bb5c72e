import { type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { emailSchema } from '../model.ts';
import { EmailField } from './email-field.tsx';
import { Notice } from './notice.tsx';

interface LinkRequestProps {
  lastResult: SubmissionResult<string[]> | undefined;
  /** The message once the link is sent; null before. */
  sent: string | null;
  busy: boolean;
  label: string;
}

export function LinkRequest({ lastResult, sent, busy, label }: LinkRequestProps) {
  const [form, fields] = useForm<{ email: string }>({
    id: 'pedido',
    lastResult,
    constraint: getZodConstraint(emailSchema),
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: emailSchema }),
  });
  const refused = form.errors?.[0];
  return (
    <Form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate={form.noValidate}
      className="grid gap-5"
    >
      {sent ? <Notice tone="success">{sent}</Notice> : null}
      {refused ? <Notice tone="danger">{refused}</Notice> : null}
      <EmailField field={fields.email} />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {label}
      </Button>
    </Form>
  );
}
