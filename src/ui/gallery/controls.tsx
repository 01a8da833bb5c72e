import Heart from 'lucide-react/icons/heart';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { Badge } from '../badge.tsx';
import { Button, IconButton } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { Field } from '../field.tsx';
import { Input, PasswordInput, Textarea } from '../input.tsx';
import { Select } from '../select.tsx';
import { Slider } from '../slider.tsx';
import { Switch } from '../switch.tsx';
import { Row, Section } from './section.tsx';

const variants = ['primary', 'secondary', 'ghost', 'danger', 'link'] as const;
const tones = ['neutral', 'accent', 'success', 'danger', 'info'] as const;

/** Buttons, badges and everything in a form. */
export function Controls() {
  const [on, setOn] = useState(true);
  const [liked, setLiked] = useState(true);
  const [volume, setVolume] = useState(0.7);
  return (
    <>
      <Section title="Botões">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <Row key={size}>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                Assinar agora
              </Button>
            ))}
          </Row>
        ))}
        <Row>
          <Button variant="primary" busy>
            Processando...
          </Button>
          <Button disabled>Indisponível</Button>
          <Button variant="primary" asChild>
            <a href="#planos">Ver planos</a>
          </Button>
        </Row>
        <Row>
          {(['sm', 'md', 'lg'] as const).map((size) => (
            <IconButton
              key={size}
              label="Tocar"
              size={size}
              variant={size === 'lg' ? 'primary' : 'secondary'}
            >
              <Play fill="currentColor" aria-hidden="true" />
            </IconButton>
          ))}
          <IconButton label="Favoritar" pressed={liked} onClick={() => setLiked(!liked)}>
            <Heart fill={liked ? 'currentColor' : 'none'} aria-hidden="true" />
          </IconButton>
          <IconButton label="Carregando" busy />
          <IconButton label="Excluir" variant="danger" disabled>
            <Heart aria-hidden="true" />
          </IconButton>
        </Row>
      </Section>
      <Section title="Etiquetas">
        <Row>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              12 faixas
            </Badge>
          ))}
          {tones.map((tone) => (
            <Badge key={tone} tone={tone} lamp>
              Estado
            </Badge>
          ))}
        </Row>
      </Section>
      <Section title="Formulários">
        <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
          <Field label="Nome da Rádio" hint="Como deve ser dito na vinheta.">
            {(control) => <Input {...control} placeholder="Rádio Aurora FM" />}
          </Field>
          <Field label="E-mail" error="Informe um e-mail válido.">
            {(control) => <Input {...control} type="email" defaultValue="radio@" />}
          </Field>
          <Field label="Senha">{(control) => <PasswordInput {...control} defaultValue="segredo" />}</Field>
          <Field label="Categoria" required={false}>
            {(control) => (
              <Select {...control}>
                <option>Trilhas</option>
                <option>Efeitos Sonoros</option>
              </Select>
            )}
          </Field>
          <Field label="Observações" className="sm:col-span-2">
            {(control) => <Textarea {...control} placeholder="Algo que o locutor deva saber" />}
          </Field>
          <Field label="Bloqueado">{(control) => <Input {...control} disabled value="não muda" />}</Field>
        </div>
        <div className="max-w-md">
          <Checkbox label="Li e aceito os termos de uso" defaultChecked />
          <Checkbox label="Quero receber novidades por e-mail" />
          <Checkbox label="Indisponível" disabled />
          <Switch
            checked={on}
            onCheckedChange={setOn}
            label="Modo de manutenção"
            hint="Só administradores entram."
          />
          <Switch checked={!on} onCheckedChange={(value) => setOn(!value)} label="Ativo" />
          <Switch checked onCheckedChange={() => {}} label="Fixo" disabled />
        </div>
        <Slider
          className="max-w-60"
          label="Volume"
          valueText={`${Math.round(volume * 100)} %`}
          value={volume}
          min={0}
          max={1}
          step={0.1}
          onChange={setVolume}
        />
      </Section>
    </>
  );
}
