import type { ReactNode } from 'react';
import type { Field as Definition, FormText, PlainField } from '#platform/definition.ts';
import { cx } from './cx.ts';
import { Field } from './field.tsx';
import { Input, Textarea } from './input.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';

interface Choice {
  id: string;
  name: string;
}

/** Messages by field. */
export type Errors = Record<string, string | string[] | undefined>;

type Value = string | boolean;
type Shown = Omit<PlainField, 'hint' | 'schema'> & { hint?: ReactNode; className?: string };

interface FieldsProps<F> {
  /** The fields to render, in order; a form may override or omit some. */
  of: F;
  values: NoInfer<FormText<F>>;
  onWrite: (written: Partial<NoInfer<FormText<F>>>) => void;
  errors?: Errors;
  onLeave?: () => void;
  /** Options of choices, and components of own controls. */
  choices?: Partial<Record<NoInfer<keyof F>, Choice[]>>;
  own?: Partial<Record<NoInfer<keyof F>, ReactNode>>;
}

const widths = {
  half: 'basis-full sm:basis-[calc(50%-0.625rem)]',
  rest: 'basis-full sm:flex-1 sm:basis-0',
  narrow: 'basis-full sm:basis-32',
};

/** Renders the fields of a definition. */
export function Fields<F extends object>({
  of,
  values,
  onWrite,
  errors = {},
  onLeave,
  choices = {},
  own = {},
}: FieldsProps<F>) {
  const text = values as Record<string, Value>;
  const lists = choices as Record<string, Choice[]>;
  const components = own as Record<string, ReactNode>;
  return (
    <div className="flex flex-wrap items-start gap-5">
      {Object.entries(of as Record<string, Definition>).map(([name, field]) =>
        field.control === 'own' && !components[name] ? null : (
          <div
            key={name}
            className={cx(
              'min-w-0',
              field.control !== 'own' && field.width ? widths[field.width] : 'basis-full',
            )}
          >
            {field.control === 'own' ? (
              components[name]
            ) : (
              <OneField
                name={name}
                field={field}
                value={text[name] ?? ''}
                error={errors[name]}
                choices={lists[name] ?? []}
                onWrite={(value) => onWrite({ [name]: value } as Partial<FormText<F>>)}
                onLeave={onLeave}
              />
            )}
          </div>
        ),
      )}
    </div>
  );
}

interface OneFieldProps {
  name: string;
  field: Shown;
  value: Value;
  error?: string | string[] | null;
  choices?: Choice[];
  onWrite: (value: Value) => void;
  onLeave?: () => void;
}

function OneField({ name, field, value, error, choices = [], onWrite, onLeave }: OneFieldProps) {
  const { control, label, hint, required = false, maxLength, placeholder, rows, className } = field;
  if (control === 'switch')
    return (
      <Switch label={label} hint={hint} name={name} checked={value === true} onCheckedChange={onWrite} />
    );
  return (
    <Field label={label} hint={hint} required={required} error={error}>
      {(attributes) => {
        const given = {
          ...attributes,
          name,
          value: String(value),
          className,
          'aria-required': required || undefined,
          onChange: (event: { target: { value: string } }) => onWrite(event.target.value),
          onBlur: onLeave,
        };
        if (control === 'choice')
          return (
            <Select {...given}>
              <option value="">{placeholder}</option>
              {choices.map((choice) => (
                <option key={choice.id} value={choice.id}>
                  {choice.name}
                </option>
              ))}
            </Select>
          );
        const written = { ...given, maxLength, placeholder };
        if (control === 'lines') return <Textarea {...written} rows={rows ?? 3} />;
        // Not of type number: browsers read '1.000' and '2,5' by the language of their menus.
        if (control === 'number') return <Input {...written} inputMode="numeric" autoComplete="off" />;
        const type = control === 'line' ? 'text' : control;
        return <Input {...written} type={type} autoComplete={control === 'line' ? 'off' : undefined} />;
      }}
    </Field>
  );
}

export const focusField = (form: HTMLFormElement, name: string): void =>
  form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
