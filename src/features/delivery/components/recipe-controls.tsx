import type { ComponentProps, ReactNode } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import type { Errors } from '#ui/fields.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import type { RecipeText } from '../recipe-form.ts';

/** What each part of the form is given. */
export interface PartProps {
  text: RecipeText;
  onWrite: (written: Partial<RecipeText>) => void;
  errors: Errors;
}

/** The fields that hold text, or that are ticked. */
type Named<T> = { [Name in keyof RecipeText]: RecipeText[Name] extends T ? Name : never }[keyof RecipeText];

interface WrittenProps extends PartProps {
  name: Named<string>;
  label: string;
  hint?: ReactNode;
}

/** A field in which one chooses. */
export function Choice({
  name,
  text,
  onWrite,
  errors,
  options,
  ...labels
}: WrittenProps & { options: readonly (readonly [value: string | number, label: string])[] }) {
  return (
    <Field {...labels} error={errors[name]}>
      {(control) => (
        <Select
          {...control}
          name={name}
          value={text[name]}
          onChange={({ target }) => onWrite({ [name]: target.value })}
        >
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** A field in which one types. */
export function Line({
  name,
  text,
  onWrite,
  errors,
  label,
  hint,
  required,
  ...input
}: WrittenProps & { required?: boolean } & Pick<
    ComponentProps<typeof Input>,
    'inputMode' | 'maxLength' | 'placeholder'
  >) {
  return (
    <Field label={label} hint={hint} required={required} error={errors[name]}>
      {(control) => (
        <Input
          {...control}
          {...input}
          name={name}
          autoComplete="off"
          spellCheck={false}
          value={text[name]}
          onChange={({ target }) => onWrite({ [name]: target.value })}
        />
      )}
    </Field>
  );
}

/** A box that is ticked. */
export function Tick({
  name,
  label,
  text,
  onWrite,
}: Omit<PartProps, 'errors'> & { name: Named<boolean>; label: string }) {
  return (
    <Checkbox
      name={name}
      checked={text[name]}
      onChange={({ target }) => onWrite({ [name]: target.checked })}
      label={label}
    />
  );
}
