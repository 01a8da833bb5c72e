import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

/** Asks for a code of the app or of recovery, by which a second step that is on may be changed. */
export const SecondStepCode = ({ error }: { error: string[] | undefined }) => (
  <Field label="Código" hint="Do aplicativo, ou um dos códigos de recuperação." error={error}>
    {(control) => (
      <Input
        {...control}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        required
      />
    )}
  </Field>
);
