import { useEffect, useState } from 'react';
import { readKept, writeKept } from '#platform/kept.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { longestPerson } from '../sharing/model.ts';

const keptName = 'quem-aprova';

export interface Person {
  name: string;
  setName: (name: string) => void;
  /** Why the name is asked for again. */
  error: string | null;
  ask: () => void;
}

/** The name of the person who answers: asked for once, and kept in this browser. */
export function usePerson(): Person {
  const [name, setOwnName] = useState('');
  const [error, setError] = useState<string | null>(null);
  useEffect(() => setOwnName((readKept(keptName) ?? '').slice(0, longestPerson)), []);
  return {
    name,
    error,
    setName(next) {
      setOwnName(next);
      setError(null);
      writeKept(keptName, next.trim() === '' ? null : next);
    },
    ask() {
      setError('Diga o seu nome antes de responder.');
      document.getElementById('quem-aprova')?.focus();
    },
  };
}

export const PersonField = ({ name, setName, error }: Person) => (
  <Field
    id="quem-aprova"
    label="Seu nome"
    error={error}
    hint="Vai junto com as suas respostas."
    className="max-w-sm"
  >
    {(control) => (
      <Input
        {...control}
        value={name}
        maxLength={longestPerson}
        autoComplete="name"
        onChange={(event) => setName(event.target.value)}
      />
    )}
  </Field>
);
