import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Answer } from '#platform/answer.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import type { CategoryChoice } from '../model.ts';

const changes = {
  activate: 'Ativar',
  deactivate: 'Desativar',
  move: 'Mover para a categoria',
  'add-tags': 'Acrescentar tags',
  'remove-tags': 'Retirar tags',
};
type Change = keyof typeof changes;

interface BatchBarProps {
  ids: string[];
  categories: CategoryChoice[];
  onClear: (ids: string[]) => void;
}

export function BatchBar({ ids, categories, onClear }: BatchBarProps) {
  const fetcher = useFetcher<Answer>();
  const [change, setChange] = useState<Change>('activate');
  const sent = useRef(ids);
  // Packages selected meanwhile stay selected.
  useAnswer(fetcher.data, ({ ok }) => ok && onClear(sent.current));
  return (
    <fetcher.Form
      method="post"
      noValidate
      aria-label="Alterar os pacotes selecionados"
      onSubmit={() => {
        sent.current = ids;
      }}
      data-bar="batch"
      className="sticky top-18 z-20 flex flex-wrap items-center gap-3 rounded-lg bg-lifted p-3 shadow-lg sm:pl-5"
    >
      <input type="hidden" name="intent" value="batch" />
      <input type="hidden" name="ids" value={ids.join()} />
      <p className="text-sm font-medium tabular-nums" aria-live="polite">
        {ids.length === 1 ? '1 selecionado' : `${ids.length} selecionados`}
      </p>
      <Select
        name="change"
        aria-label="O que fazer"
        value={change}
        onChange={(event) => setChange(event.target.value as Change)}
        className="min-w-0 flex-1 basis-44 sm:max-w-64"
      >
        {Object.entries(changes).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
      {change === 'move' ? <Destination categories={categories} /> : null}
      {change === 'add-tags' || change === 'remove-tags' ? (
        <Input
          name="tags"
          required
          maxLength={2000}
          aria-label="Tags, separadas por vírgulas"
          placeholder="natal, alegre"
          autoComplete="off"
          className="min-w-0 flex-1 basis-44"
        />
      ) : null}
      <Button type="submit" variant="primary" busy={fetcher.state !== 'idle'}>
        Aplicar
      </Button>
      <IconButton label="Limpar seleção" onClick={() => onClear(ids)}>
        <X aria-hidden="true" />
      </IconButton>
    </fetcher.Form>
  );
}

function Destination({ categories }: Pick<BatchBarProps, 'categories'>) {
  return (
    <Select name="categoryId" aria-label="Categoria de destino" className="min-w-0 flex-1 basis-44">
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
