import { useEffect, useRef, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { type CategoryChoice, type ListQuery, orderNames, orders, stateNames, states } from '../model.ts';

/** Milliseconds after the last letter until the list follows. */
const typingPause = 250;

/** The list's search box, filters and order; they stand in the address. */
export function ListFilters({ query, categories }: { query: ListQuery; categories: CategoryChoice[] }) {
  const submit = useSubmit();
  const [text, setText] = useState(query.q);
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (document.activeElement?.getAttribute('name') !== 'q') setText(query.q);
  }, [query.q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = (delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (form.current) void submit(form.current, { replace: true, preventScrollReset: true });
    }, delay);
  };
  return (
    <Form
      ref={form}
      role="search"
      aria-label="Pacotes"
      className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_14rem_11rem_12rem]"
    >
      <Input
        type="search"
        name="q"
        value={text}
        placeholder="Buscar por título, tags ou descrição"
        aria-label="Buscar pacotes"
        className="max-lg:col-span-2"
        onChange={(event) => {
          setText(event.target.value);
          follow(typingPause);
        }}
      />
      <Select
        key={`c${query.categoria}`}
        name="categoria"
        aria-label="Categoria"
        defaultValue={query.categoria ?? ''}
        className="max-lg:col-span-2"
        onChange={() => follow(0)}
      >
        <option value="">Todas as categorias</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        key={`s${query.situacao}`}
        name="situacao"
        aria-label="Situação"
        defaultValue={query.situacao ?? ''}
        onChange={() => follow(0)}
      >
        <option value="">Todos</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {stateNames[state]}
          </option>
        ))}
      </Select>
      <Select
        key={`o${query.ordem}`}
        name="ordem"
        aria-label="Ordenar por"
        defaultValue={query.ordem}
        onChange={() => follow(0)}
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {orderNames[order]}
          </option>
        ))}
      </Select>
    </Form>
  );
}
