import SearchX from 'lucide-react/icons/search-x';
import { Accordion, AccordionItem } from '../accordion.tsx';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Progress } from '../progress.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Spinner } from '../spinner.tsx';
import { Table, Td, Th, Tr } from '../table.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../tabs.tsx';
import { Row, Section } from './section.tsx';

const requests = [
  { radio: 'Rádio Aurora FM', day: '12/03/2025', tone: 'success', state: 'Concluída' },
  { radio: 'Nova Manhã', day: '13/03/2025', tone: 'accent', state: 'Em Andamento' },
  { radio: 'Litoral Sul', day: '14/03/2025', tone: 'neutral', state: 'Pendente' },
] as const;

/** Tabs, tables, questions, waiting and empty places. */
export function Content() {
  return (
    <>
      <Section title="Abas">
        <Tabs defaultValue="dados">
          <TabsList aria-label="Perfil">
            <TabsTrigger value="dados">Dados Pessoais</TabsTrigger>
            <TabsTrigger value="seguranca">Segurança</TabsTrigger>
            <TabsTrigger value="assinatura">Assinatura</TabsTrigger>
          </TabsList>
          <TabsContent value="dados">Nome e e-mail.</TabsContent>
          <TabsContent value="seguranca">Senha.</TabsContent>
          <TabsContent value="assinatura">Plano Anual.</TabsContent>
        </Tabs>
      </Section>
      <Section title="Tabela">
        <Table label="Minhas Gravações">
          <thead>
            <Tr>
              <Th>Rádio</Th>
              <Th>Pedido em</Th>
              <Th>Status</Th>
            </Tr>
          </thead>
          <tbody>
            {requests.map(({ radio, day, tone, state }) => (
              <Tr key={radio}>
                <Td className="font-medium">{radio}</Td>
                <Td className="text-muted">{day}</Td>
                <Td>
                  <Badge tone={tone} lamp>
                    {state}
                  </Badge>
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </Section>
      <Section title="Perguntas">
        <Accordion className="max-w-2xl">
          <AccordionItem title="Posso cancelar quando quiser?" open group="faq">
            Sim. A assinatura vale até o fim do período pago.
          </AccordionItem>
          <AccordionItem title="Em quanto tempo recebo a vinheta?" group="faq">
            Em até 24 horas úteis.
          </AccordionItem>
        </Accordion>
      </Section>
      <Section title="Espera">
        <div className="grid gap-4 sm:grid-cols-3">
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className="grid gap-3">
              <Skeleton className="aspect-square rounded-lg" />
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          ))}
        </div>
        <Progress value={37} label="Importando" />
        <Progress value={null} label="Preparando" />
        <Row>
          <Spinner label="Carregando..." className="text-2xl text-accent" />
        </Row>
      </Section>
      <Section title="Vazio">
        <Card>
          <EmptyState
            icon={<SearchX aria-hidden="true" />}
            title="Nenhum resultado encontrado"
            text="Tente outra palavra ou procure em todas as categorias."
            as="h3"
          >
            <Button>Limpar busca</Button>
            <Button variant="primary">Buscar em tudo</Button>
          </EmptyState>
        </Card>
      </Section>
    </>
  );
}
