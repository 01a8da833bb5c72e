import { plans as soldPlans } from '#features/plans/plans.ts';
import type { Benefit, PlanBenefits } from '#features/site/benefits.ts';
import { newId } from '#platform/ids.ts';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/input.tsx';
import { EditableList } from './editable-list.tsx';
import { EditorFrame } from './editor-frame.tsx';
import type { SectionEditor } from './use-section-editor.ts';

/** The benefits of the plans (PLN-01). An emptied list stays empty on the site. */
export function PlansForm({ editor }: { editor: SectionEditor<'pricing_plans'> }) {
  const { plans } = editor.content;
  const write = (id: string, benefits: Benefit[]) =>
    editor.change({ plans: plans.map((plan) => (plan.id === id ? { ...plan, benefits } : plan)) });
  return (
    <EditorFrame editor={editor} title="Benefícios dos planos" lead="Linhas em branco não são salvas.">
      {plans.map((plan, planAt) => (
        <PlanList
          key={plan.id}
          plan={plan}
          issueOf={(at) => editor.issues[`plans.${planAt}.benefits.${at}.text`] ?? null}
          onChange={(benefits) => write(plan.id, benefits)}
        />
      ))}
    </EditorFrame>
  );
}

interface PlanListProps {
  plan: PlanBenefits;
  issueOf(at: number): string | null;
  onChange(benefits: Benefit[]): void;
}

function PlanList({ plan, issueOf, onChange }: PlanListProps) {
  const name = soldPlans.find(({ id }) => id === plan.id)?.name ?? plan.id;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-3 font-display text-lg font-semibold">{name}</legend>
      <EditableList<Benefit>
        label={`Benefícios do ${name}`}
        noun="Benefício"
        items={plan.benefits}
        onChange={onChange}
        create={() => ({ id: newId(), text: '' })}
        addLabel="Adicionar benefício"
        empty="Nenhum benefício: o plano aparece sem lista no site."
        max={30}
      >
        {(benefit, at, change) => (
          <Field
            label={<span className="sr-only">{`Benefício ${at + 1} do ${name}`}</span>}
            error={issueOf(at)}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={1}
                className="min-h-11!"
                value={benefit.text}
                onChange={(event) => change({ ...benefit, text: event.target.value.replace(/\n/g, ' ') })}
              />
            )}
          </Field>
        )}
      </EditableList>
    </fieldset>
  );
}
