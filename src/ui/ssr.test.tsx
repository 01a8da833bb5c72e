import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Progress } from './progress.tsx';
import { Slider } from './slider.tsx';
import { Waveform } from './waveform.tsx';

const peaks = btoa(String.fromCharCode(...Array.from({ length: 400 }, (_, at) => at % 256)));

it('PLY-17: the wave is a slider with a spoken position, in the HTML of the server already', () => {
  const html = renderToStaticMarkup(
    <Waveform peaks={peaks} hue="trilhas" progress={0.25} onSeek={() => {}} durationSeconds={120} />,
  );
  expect(html).toContain('role="slider"');
  expect(html).toContain('aria-valuetext="0:30 de 2:00"');
  expect(html).toContain('aria-valuenow="30"');
  expect(html.match(/<path/g)).toHaveLength(1);
});

it.each([[null], ['@@@']])('PLY-11: a wave of %s is calm and has no NaN', (bad) => {
  const html = renderToStaticMarkup(
    <Waveform
      peaks={bad}
      hue="efeitos"
      progress={Number.NaN}
      onSeek={() => {}}
      durationSeconds={Number.NaN}
    />,
  );
  expect(html).toContain('<path');
  expect(html).not.toContain('NaN');
});

it('a wave that cannot be moved is decoration', () => {
  const html = renderToStaticMarkup(<Waveform peaks={peaks} hue="vinhetas" />);
  expect(html).not.toContain('role="slider"');
  expect(html).toContain('aria-hidden="true"');
});

it('PLY-08: the volume tells its range', () => {
  const html = renderToStaticMarkup(
    <Slider label="Volume" valueText="100 %" value={1} min={0} max={1} step={0.1} onChange={() => {}} />,
  );
  for (const part of [
    'aria-valuemin="0"',
    'aria-valuemax="1"',
    'aria-valuenow="1"',
    'aria-valuetext="100 %"',
  ]) {
    expect(html).toContain(part);
  }
});

it('A11-01: a field ties its label, hint and error to the control', () => {
  const html = renderToStaticMarkup(
    <Field id="mail" label="E-mail" hint="Para entrar" error="Informe um e-mail válido.">
      {(control) => <Input {...control} />}
    </Field>,
  );
  expect(html).toContain('for="mail"');
  expect(html).toContain('aria-describedby="mail-hint mail-error"');
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain('id="mail-error"');
});

it('progress stays between 0 and 100', () => {
  expect(renderToStaticMarkup(<Progress value={140} label="Baixando" />)).toContain('aria-valuenow="100"');
  expect(renderToStaticMarkup(<Progress value={null} label="Baixando" />)).not.toContain('aria-valuenow');
});
