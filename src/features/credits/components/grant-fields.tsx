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
            type="number"
            name="amount"
            inputMode="numeric"
            min={1}
            max={10000}
            step={1}
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
