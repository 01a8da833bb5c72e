import { useState } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { formText } from '#platform/definition.ts';
import { Button } from '#ui/button.tsx';
import { Fields } from '#ui/fields.tsx';
import { formatDocument, isLabel } from '../documents.ts';
import { type Station, states, stationFields, stationKinds } from '../station-definition.ts';

const choices = {
  kind: Object.entries(stationKinds).map(([id, name]) => ({ id, name })),
  state: Object.entries(states).map(([id, name]) => ({ id, name })),
};

const textOf = (station: Station | null) => {
  const text = formText(stationFields, station);
  return { ...text, document: formatDocument(text.document) };
};

/** 'Dados da estação': who licences and certificates name. */
export function StationForm({ station }: { station: Station | null }) {
  const { Form, state, data } = useFetcher<Answer>();
  const [text, setText] = useState(() => textOf(station));
  const busy = state !== 'idle';
  const write = (written: Partial<typeof text>) =>
    setText((now) => ({ ...now, ...masked(now.document, written) }));
  return (
    <Form method="post" className="grid gap-5" noValidate>
      <input type="hidden" name="intent" value="station" />
      <p className="text-sm text-muted">
        Aparecem nas licenças e nos certificados do que você baixar daqui em diante. As licenças já emitidas
        não mudam.
      </p>
      <Fields
        of={stationFields}
        values={text}
        errors={data?.errors}
        choices={choices}
        onWrite={write}
        onLeave={() => setText((now) => ({ ...now, document: formatDocument(now.document) }))}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Salvar estação
        </Button>
        {station ? (
          <Button
            type="submit"
            name="intent"
            value="station-remove"
            variant="ghost"
            disabled={busy}
            onClick={() => setText(textOf(null))}
          >
            Remover estação
          </Button>
        ) : null}
      </div>
    </Form>
  );
}

/** Punctuation comes while a number is typed at its end, or pasted: elsewhere it moves the cursor, or cuts a label. */
function masked<T extends { document?: string }>(before: string, written: T): T {
  const { document } = written;
  if (document === undefined) return written;
  const isPasted = document.length > before.length + 1;
  const isTyped = document.startsWith(before) && !isLabel(document);
  return isPasted || isTyped ? { ...written, document: formatDocument(document) } : written;
}
