import { useState } from 'react';
import { Field } from '#ui/field.tsx';
import { Input, Textarea } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { CoverField } from '../covers/components/cover-field.tsx';
import type { CategoryChoice, EditedPackage } from '../model.ts';

interface PackageFieldsProps {
  pack: EditedPackage | null;
  categories: CategoryChoice[];
  errors: Record<string, string[] | undefined>;
  onCoverBusy: (busy: boolean) => void;
  /** After a change that no event tells: of the cover. */
  onChange: () => void;
}

/** The nine fields of a package (PKM-09). */
export function PackageFields({ pack, categories, errors, onCoverBusy, onChange }: PackageFieldsProps) {
  const [isFeatured, setFeatured] = useState(pack?.isFeatured ?? false);
  const [isActive, setActive] = useState(pack?.isActive ?? true);
  // Where the package is may be switched off by now; it can stay there.
  const choices =
    pack && !categories.some(({ id }) => id === pack.categoryId)
      ? [...categories, { id: pack.categoryId, name: `${pack.categoryName} (desligada)` }]
      : categories;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Título" error={errors.title}>
          {(control) => (
            <Input
              {...control}
              name="title"
              defaultValue={pack?.title}
              maxLength={200}
              aria-required
              autoComplete="off"
            />
          )}
        </Field>
        <Field label="Categoria" error={errors.categoryId}>
          {(control) => (
            <Select {...control} name="categoryId" defaultValue={pack?.categoryId ?? ''} aria-required>
              <option value="" disabled>
                Selecione uma categoria
              </option>
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="Descrição" required={false} error={errors.description}>
        {(control) => (
          <Textarea
            {...control}
            name="description"
            defaultValue={pack?.description ?? ''}
            maxLength={5000}
            rows={3}
          />
        )}
      </Field>
      <Field label="URL do Google Drive" required={false} error={errors.googleDriveUrl}>
        {(control) => (
          <Input
            {...control}
            type="url"
            name="googleDriveUrl"
            defaultValue={pack?.googleDriveUrl ?? ''}
            placeholder="https://drive.google.com/drive/folders/..."
          />
        )}
      </Field>
      <CoverField
        ownUrl={pack?.ownCoverUrl ?? null}
        drawnUrl={pack?.drawnCoverUrl ?? null}
        onBusy={onCoverBusy}
        onChange={onChange}
      />
      <div className="grid items-start gap-5 sm:grid-cols-[1fr_8rem]">
        <Field label="Tags" required={false} error={errors.tags} hint="Separadas por vírgulas.">
          {(control) => (
            <Input
              {...control}
              name="tags"
              defaultValue={pack?.tags.join(', ')}
              placeholder="natal, alegre, abertura"
              autoComplete="off"
            />
          )}
        </Field>
        <Field label="Ordem" required={false} error={errors.orderIndex}>
          {(control) => (
            <Input
              {...control}
              type="number"
              step={1}
              name="orderIndex"
              defaultValue={pack?.orderIndex ?? 0}
            />
          )}
        </Field>
      </div>
      <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        <Switch
          label="Destaque"
          hint="Ganha o selo Destaque."
          name="isFeatured"
          checked={isFeatured}
          onCheckedChange={setFeatured}
        />
        <Switch
          label="Ativo"
          hint="Os assinantes veem o pacote."
          name="isActive"
          checked={isActive}
          onCheckedChange={setActive}
        />
      </div>
    </>
  );
}
