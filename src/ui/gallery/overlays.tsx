import LogOut from 'lucide-react/icons/log-out';
import User from 'lucide-react/icons/user';
import { Button } from '../button.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '../dialog.tsx';
import { Field } from '../field.tsx';
import { Input } from '../input.tsx';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../menu.tsx';
import { toast } from '../toast.tsx';
import { Tooltip } from '../tooltip.tsx';
import { Row, Section } from './section.tsx';

/** Dialog, menu, tooltip and messages. */
export function Overlays() {
  return (
    <Section title="Janelas e avisos">
      <Row>
        <Dialog>
          <DialogTrigger>
            <Button variant="primary">Abrir janela</Button>
          </DialogTrigger>
          <DialogContent
            title="Solicitar Gravação"
            description="A locução com o nome da sua rádio fica pronta em até 24 horas úteis."
            footer={
              <>
                <DialogClose>
                  <Button variant="ghost">Cancelar</Button>
                </DialogClose>
                <Button variant="primary">Confirmar (25 créditos)</Button>
              </>
            }
          >
            <div className="grid gap-5">
              <Field label="Nome da Rádio">{(control) => <Input {...control} />}</Field>
              <Field label="WhatsApp">{(control) => <Input {...control} inputMode="tel" />}</Field>
            </div>
          </DialogContent>
        </Dialog>
        <Menu>
          <MenuTrigger>
            <Button>Abrir menu</Button>
          </MenuTrigger>
          <MenuContent>
            <MenuLabel>radio@aurora.fm</MenuLabel>
            <MenuItem>
              <User aria-hidden="true" />
              Perfil
            </MenuItem>
            <MenuItem disabled>Indisponível</MenuItem>
            <MenuSeparator />
            <MenuItem tone="danger">
              <LogOut aria-hidden="true" />
              Sair
            </MenuItem>
          </MenuContent>
        </Menu>
        <Tooltip text="Baixa todas as faixas em um arquivo ZIP">
          <Button>Dica</Button>
        </Tooltip>
      </Row>
      <Row>
        <Button
          onClick={() => toast({ title: 'Download iniciado', description: 'Aurora.mp3 será baixado.' })}
        >
          Aviso
        </Button>
        <Button onClick={() => toast({ title: 'Favoritado!', tone: 'success' })}>Sucesso</Button>
        <Button
          onClick={() =>
            toast({
              title: 'Erro no download',
              description: 'Não foi possível baixar o arquivo.',
              tone: 'error',
            })
          }
        >
          Erro
        </Button>
        <Button
          onClick={() =>
            toast({
              id: 'zip',
              title: 'Baixando arquivos',
              description: '37 % (3 de 8)',
              tone: 'progress',
              value: 37,
            })
          }
        >
          Progresso
        </Button>
        <Button onClick={() => toast({ id: 'zip', title: 'Download concluído!', tone: 'success' })}>
          Fim do progresso
        </Button>
      </Row>
    </Section>
  );
}
