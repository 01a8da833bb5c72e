import type { FieldMetadata } from '@conform-to/react';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

export function EmailField({ field }: { field: FieldMetadata<string> }) {
  return (
    <Field label="E-mail" error={field.errors} id={field.id}>
      {(control) => (
        <Input
          {...control}
          name={field.name}
          defaultValue={field.initialValue}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
        />
      )}
    </Field>
  );
}
