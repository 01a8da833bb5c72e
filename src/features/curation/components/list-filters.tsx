import { FilterForm } from '#ui/filter-form.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { type CategoryChoice, type ListQuery, orderNames, orders, stateNames, states } from '../model.ts';

const [standardOrder] = orders;

export function ListFilters({ query, categories }: { query: ListQuery; categories: CategoryChoice[] }) {
  return (
    <FilterForm
      label="Pacotes"
      className="grid grid-cols-[2fr_3fr] gap-2 sm:grid-cols-3 sm:gap-3 lg:grid-cols-[minmax(0,1fr)_14rem_11rem_12rem]"
    >
      <Input
        type="search"
        name="q"
        defaultValue={query.q}
        placeholder="Buscar por título, tags ou descrição"
        aria-label="Buscar pacotes"
        className="max-lg:col-span-full"
      />
      <Select
        name="categoria"
        aria-label="Categoria"
        defaultValue={query.categoria ?? ''}
        className="max-sm:col-span-full"
      >
        <option value="">Todas as categorias</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select name="situacao" aria-label="Situação" defaultValue={query.situacao ?? ''}>
        <option value="">Todos</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {stateNames[state]}
          </option>
        ))}
      </Select>
      <Select
        name="ordem"
        aria-label="Ordenar por"
        defaultValue={query.ordem === standardOrder ? '' : query.ordem}
      >
        {orders.map((order) => (
          <option key={order} value={order === standardOrder ? '' : order}>
            {orderNames[order]}
          </option>
        ))}
      </Select>
    </FilterForm>
  );
}
