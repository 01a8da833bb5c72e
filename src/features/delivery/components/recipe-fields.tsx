import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { Field } from '#ui/field.tsx';
import type { Errors } from '#ui/fields.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { listKinds, listNames } from '../list-kinds.ts';
import { placeholders } from '../names.ts';
import {
  bounds,
  formats,
  presetNames,
  presets,
  type RecipeText,
  silenceLevels,
  textOfRecipe,
  usualLevels,
  usualSeconds,
} from '../recipe.ts';
import { id3Versions } from '../tags/versions.ts';

interface RecipeFieldsProps {
  text: RecipeText;
  onWrite: (written: Partial<RecipeText>) => void;
  errors: Errors;
  /** Without it the sound stays as it is. */
  hasFfmpeg: boolean;
}

/** All fields of a recipe. */
export function RecipeFields(props: RecipeFieldsProps) {
  return (
    <div className="grid gap-5">
      <PresetFields {...props} />
      <SoundFields {...props} />
      <NameFields {...props} />
      <ListFields {...props} />
    </div>
  );
}

function Section({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <Card className="p-5 sm:p-6">
      <fieldset className="min-w-0">
        <legend className="text-lg font-semibold">{title}</legend>
        {lead ? <p className="mt-1 text-sm text-muted">{lead}</p> : null}
        <div className="mt-4 grid gap-5 sm:grid-cols-2">{children}</div>
      </fieldset>
    </Card>
  );
}

/** A preset sets all fields; each may be changed afterwards. */
function PresetFields({ text, onWrite }: RecipeFieldsProps) {
  return (
    <Section
      title="Para qual programa?"
      lead="Cada programa traz uma receita pronta. Mude o que quiser depois."
    >
      <div className="grid gap-2 sm:col-span-2 sm:grid-cols-2 lg:grid-cols-3">
        {presetNames.map((name) => (
          <label
            key={name}
            className={cx(
              'grid min-h-11 cursor-pointer gap-0.5 rounded-md border border-edge bg-well px-4 py-3 text-sm transition hover:border-muted',
              'has-checked:border-accent has-checked:bg-accent/8 has-focus-visible:outline-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              type="radio"
              name="preset"
              value={name}
              checked={text.preset === name}
              onChange={() => {
                const { folder, ...rest } = textOfRecipe(presets[name].recipe);
                onWrite({ ...rest, folder: text.folder || folder });
              }}
              className="sr-only"
            />
            <span className="font-medium">{presets[name].label}</span>
            <span className="text-muted">{presets[name].hint}</span>
          </label>
        ))}
      </div>
    </Section>
  );
}

const minus = (value: number): string => String(value).replace('-', '\u2212');

/** What is sent of the sound where it cannot be changed. */
const asItIs = { format: 'original', level: 'original', silence: 'keep', length: 'whole', fade: '' };

function SoundFields({ text, onWrite, errors, hasFfmpeg }: RecipeFieldsProps) {
  if (!hasFfmpeg) {
    return (
      <Section
        title="Som"
        lead="O conversor de áudio não está disponível agora. Os arquivos saem como estão, com os nomes, as tags dos MP3 e as listas desta receita."
      >
        {Object.entries(asItIs).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </Section>
    );
  }
  return (
    <Section title="Som">
      <Field label="Formato" error={errors.format}>
        {(control) => (
          <Select
            {...control}
            name="format"
            value={text.format}
            onChange={({ target }) => onWrite({ format: target.value })}
          >
            {Object.entries(formats).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <LevelField text={text} onWrite={onWrite} errors={errors} />
      <SilenceField text={text} onWrite={onWrite} errors={errors} />
      <LengthField text={text} onWrite={onWrite} errors={errors} />
      <FadeField text={text} onWrite={onWrite} errors={errors} />
    </Section>
  );
}

type PartProps = Pick<RecipeFieldsProps, 'text' | 'onWrite' | 'errors'>;

function SilenceField({ text, onWrite }: PartProps) {
  return (
    <Field label="Silêncio no começo e no fim">
      {(control) => (
        <Select
          {...control}
          name="silence"
          value={text.silence}
          onChange={({ target }) => onWrite({ silence: target.value })}
        >
          <option value="keep">Deixar como está</option>
          {silenceLevels.map((db) => (
            <option key={db} value={db}>
              Cortar abaixo de {minus(db)} dBFS
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function FadeField({ text, onWrite, errors }: PartProps) {
  return (
    <Field
      label="Fade no fim, em segundos"
      required={false}
      error={errors.fade}
      hint="Ouça o final de cada faixa na lista antes de preparar."
    >
      {(control) => (
        <Input
          {...control}
          name="fade"
          inputMode="decimal"
          maxLength={20}
          value={text.fade}
          placeholder="0"
          onChange={({ target }) => onWrite({ fade: target.value })}
        />
      )}
    </Field>
  );
}

function LevelField({ text, onWrite, errors }: PartProps) {
  return (
    <div className="grid content-start gap-3">
      <Field
        label="Nível"
        error={errors.level}
        hint={text.level === 'original' ? undefined : 'O pico verdadeiro fica em no máximo −1 dBTP.'}
      >
        {(control) => (
          <Select
            {...control}
            name="level"
            value={text.level}
            onChange={({ target }) => onWrite({ level: target.value })}
          >
            <option value="original">Como está</option>
            {usualLevels.map((lufs) => (
              <option key={lufs} value={lufs}>
                {minus(lufs)} LUFS
              </option>
            ))}
            <option value="own">Outro…</option>
          </Select>
        )}
      </Field>
      {text.level === 'own' ? (
        <Field
          label={`Nível em LUFS, de ${minus(bounds.level.least)} a ${minus(bounds.level.most)}`}
          error={errors.ownLevel}
        >
          {(control) => (
            <Input
              {...control}
              name="ownLevel"
              maxLength={20}
              value={text.ownLevel}
              onChange={({ target }) => onWrite({ ownLevel: target.value })}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

function LengthField({ text, onWrite, errors }: PartProps) {
  return (
    <div className="grid content-start gap-3">
      <Field label="Duração" error={errors.length}>
        {(control) => (
          <Select
            {...control}
            name="length"
            value={text.length}
            onChange={({ target }) => onWrite({ length: target.value })}
          >
            <option value="whole">Inteira</option>
            {usualSeconds.map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds} segundos
              </option>
            ))}
            <option value="own">Outra…</option>
          </Select>
        )}
      </Field>
      {text.length === 'own' ? (
        <Field
          label={`Duração em segundos, de ${bounds.seconds.least} a ${bounds.seconds.most}`}
          error={errors.ownLength}
        >
          {(control) => (
            <Input
              {...control}
              name="ownLength"
              inputMode="decimal"
              maxLength={20}
              value={text.ownLength}
              onChange={({ target }) => onWrite({ ownLength: target.value })}
            />
          )}
        </Field>
      ) : null}
      {text.length === 'whole' ? null : (
        <Checkbox
          name="onBeat"
          checked={text.onBeat}
          onChange={({ target }) => onWrite({ onBeat: target.checked })}
          label="Terminar numa batida, se houver uma a até 20 ms do fim"
        />
      )}
    </div>
  );
}

function NameFields({ text, onWrite, errors }: RecipeFieldsProps) {
  return (
    <Section title="Nomes e tags">
      <div className="sm:col-span-2">
        <Field
          label="Nome dos arquivos"
          error={errors.pattern}
          hint={
            <>
              Campos:{' '}
              {Object.entries(placeholders).map(([name, words], at) => (
                <span key={name}>
                  {at > 0 ? '; ' : null}
                  <code className="text-fg">{`{${name}}`}</code> {words}
                </span>
              ))}
              .
            </>
          }
        >
          {(control) => (
            <Input
              {...control}
              name="pattern"
              autoComplete="off"
              spellCheck={false}
              value={text.pattern}
              onChange={({ target }) => onWrite({ pattern: target.value })}
            />
          )}
        </Field>
      </div>
      <TagFields text={text} onWrite={onWrite} />
    </Section>
  );
}

function TagFields({ text, onWrite }: Pick<RecipeFieldsProps, 'text' | 'onWrite'>) {
  return (
    <>
      <Checkbox
        name="isAscii"
        checked={text.isAscii}
        onChange={({ target }) => onWrite({ isAscii: target.checked })}
        label="Nomes sem acentos"
      />
      <Checkbox
        name="isTagged"
        checked={text.isTagged}
        onChange={({ target }) => onWrite({ isTagged: target.checked })}
        label="Gravar tags: ID3 no MP3; bext, AES46 e pontos de cue no WAV"
      />
      {text.isTagged ? (
        <Field label="Versão do ID3">
          {(control) => (
            <Select
              {...control}
              name="id3"
              value={text.id3}
              onChange={({ target }) => onWrite({ id3: target.value })}
            >
              {id3Versions.map((version) => (
                <option key={version} value={version}>
                  ID3v{version}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
    </>
  );
}

function ListFields({ text, onWrite, errors }: RecipeFieldsProps) {
  return (
    <Section title="Listas" lead="Vão no ZIP, ao lado dos áudios, e abrem direto no seu programa.">
      <div className="grid content-start">
        {listKinds.map((kind) => (
          <Checkbox
            key={kind}
            name={kind}
            checked={text[kind]}
            onChange={({ target }) => onWrite({ [kind]: target.checked })}
            label={listNames[kind]}
          />
        ))}
      </div>
      <Field
        label="Pasta dos arquivos"
        required={false}
        error={errors.folder}
        hint="Onde você vai descompactar: as listas trazem este caminho."
      >
        {(control) => (
          <Input
            {...control}
            name="folder"
            autoComplete="off"
            spellCheck={false}
            value={text.folder}
            placeholder="C:\Radio\Natal"
            onChange={({ target }) => onWrite({ folder: target.value })}
          />
        )}
      </Field>
    </Section>
  );
}
