import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { recordingCost } from '../model.ts';

/** Amount and expiry of a manual grant. */
export function GrantCreditsFields() {
  return (
    <>
      <Field label="Créditos" hint={`Uma gravação custa ${recordingCost}.`}>
        {(control) => (
          <Input
            {...control}
            name="amount"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            defaultValue={recordingCost}
            required
          />
        )}
      </Field>
      <Field label="Válidos até" required={false} hint="Sem data, não vencem.">
        {(control) => <Input {...control} type="date" name="until" />}
      </Field>
    </>
  );
}
