import { useState } from 'react';
import { longestPhone, phoneWarning, readPhone } from '#platform/phone.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

interface RequestFieldsProps {
  errors: { radioName?: string; whatsapp?: string };
}

/** Station name and WhatsApp; an unusual number shows a warning but is accepted. */
export function RequestFields({ errors }: RequestFieldsProps) {
  const [warning, setWarning] = useState<string | null>(null);
  const check = (typed: string) => {
    const phone = readPhone(typed);
    setWarning(phone && phoneWarning(phone));
  };
  return (
    <>
      <Field label="Nome da Rádio" error={errors.radioName}>
        {(control) => (
          <Input {...control} name="radioName" required maxLength={120} autoComplete="organization" />
        )}
      </Field>
      <Field
        label="WhatsApp"
        error={errors.whatsapp}
        hint={
          <span role="status" className={warning ? 'text-accent' : undefined}>
            {warning ?? 'Com DDD. Exemplo: (11) 99999-0000.'}
          </span>
        }
      >
        {(control) => (
          <Input
            {...control}
            name="whatsapp"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            maxLength={longestPhone}
            onBlur={(event) => check(event.target.value)}
            onChange={(event) => warning && check(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
