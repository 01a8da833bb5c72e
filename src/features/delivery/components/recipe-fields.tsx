import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { listKinds, listNames } from '../list-kinds.ts';
import { placeholders } from '../names.ts';
import { presetNames, presets } from '../presets.ts';
import { bounds, formats, silenceLevels } from '../recipe.ts';
import { textOfRecipe, usualLevels, usualSeconds } from '../recipe-form.ts';
import { id3Versions } from '../tags/versions.ts';
import { Choice, Line, type PartProps, Tick } from './recipe-controls.tsx';

interface RecipeFieldsProps extends PartProps {
  /** Without it the sound stays as it is. */
  hasFfmpeg: boolean;
}

/** All fields of a recipe. */
export function RecipeFields({ hasFfmpeg, ...part }: RecipeFieldsProps) {
  return (
    <div className="grid gap-5">
      <PresetFields {...part} />
      {hasFfmpeg ? <SoundFields {...part} /> : <SoundAsItIs />}
      <NameFields {...part} />
      <ListFields {...part} />
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
function PresetFields({ text, onWrite }: PartProps) {
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

/** Says what is missing, and asks for the sound as it is. */
function SoundAsItIs() {
  return (
    <Section
      title="Som"
      lead="Falta o conversor de áudio neste servidor: quem cuida dele o instala com “apt-get install ffmpeg”. Até lá os arquivos saem como estão, com os nomes, as tags e as listas desta receita."
    >
      {Object.entries(asItIs).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Section>
  );
}

function SoundFields(part: PartProps) {
  return (
    <Section title="Som">
      <Choice {...part} name="format" label="Formato" options={Object.entries(formats)} />
      <LevelField {...part} />
      <Choice
        {...part}
        name="silence"
        label="Silêncio no começo e no fim"
        options={[
          ['keep', 'Deixar como está'],
          ...silenceLevels.map((db) => [db, `Cortar abaixo de ${minus(db)} dBFS`] as const),
        ]}
      />
      <LengthField {...part} />
      <Line
        {...part}
        name="fade"
        label="Fade no fim, em segundos"
        hint="Ouça o final de cada faixa na lista antes de preparar."
        required={false}
        inputMode="decimal"
        maxLength={20}
        placeholder="0"
      />
    </Section>
  );
}

function LevelField(part: PartProps) {
  const { level } = part.text;
  return (
    <div className="grid content-start gap-3">
      <Choice
        {...part}
        name="level"
        label="Nível"
        hint={level === 'original' ? undefined : 'O pico verdadeiro fica em no máximo −1 dBTP.'}
        options={[
          ['original', 'Como está'],
          ...usualLevels.map((lufs) => [lufs, `${minus(lufs)} LUFS`] as const),
          ['own', 'Outro…'],
        ]}
      />
      {level === 'own' ? (
        <Line
          {...part}
          name="ownLevel"
          label={`Nível em LUFS, de ${minus(bounds.level.least)} a ${minus(bounds.level.most)}`}
          maxLength={20}
        />
      ) : null}
    </div>
  );
}

function LengthField(part: PartProps) {
  const { length } = part.text;
  return (
    <div className="grid content-start gap-3">
      <Choice
        {...part}
        name="length"
        label="Duração"
        options={[
          ['whole', 'Inteira'],
          ...usualSeconds.map((seconds) => [seconds, `${seconds} segundos`] as const),
          ['own', 'Outra…'],
        ]}
      />
      {length === 'own' ? (
        <Line
          {...part}
          name="ownLength"
          label={`Duração em segundos, de ${bounds.seconds.least} a ${bounds.seconds.most}`}
          inputMode="decimal"
          maxLength={20}
        />
      ) : null}
      {length === 'whole' ? null : (
        <Tick {...part} name="onBeat" label="Terminar numa batida, se houver uma a até 20 ms do fim" />
      )}
    </div>
  );
}

function NameFields(part: PartProps) {
  return (
    <Section title="Nomes e tags">
      <div className="sm:col-span-2">
        <Line
          {...part}
          name="pattern"
          label="Nome dos arquivos"
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
        />
      </div>
      <Tick {...part} name="isAscii" label="Nomes sem acentos" />
      <Tick
        {...part}
        name="isTagged"
        label="Gravar tags: ID3 no MP3; bext, AES46 e pontos de cue no WAV; comentários no FLAC"
      />
      {part.text.isTagged && part.text.format === 'original' ? (
        <p className="text-sm text-muted sm:col-span-2">
          Arquivos OGG e M4A que saem como estão ficam com as tags que já têm.
        </p>
      ) : null}
      {part.text.isTagged ? (
        <Choice
          {...part}
          name="id3"
          label="Versão do ID3"
          options={id3Versions.map((version) => [version, `ID3v${version}`] as const)}
        />
      ) : null}
    </Section>
  );
}

function ListFields(part: PartProps) {
  return (
    <Section title="Listas" lead="Vão no ZIP, ao lado dos áudios, e abrem direto no seu programa.">
      <div className="grid content-start">
        {listKinds.map((kind) => (
          <Tick key={kind} {...part} name={kind} label={listNames[kind]} />
        ))}
      </div>
      <Line
        {...part}
        name="folder"
        label="Pasta dos arquivos"
        hint="A pasta em que você vai descompactar o ZIP: as listas trazem este caminho."
        required={false}
        placeholder="C:\Radio\Natal"
      />
    </Section>
  );
}
