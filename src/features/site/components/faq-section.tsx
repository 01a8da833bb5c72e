import { Accordion, AccordionItem } from '#ui/accordion.tsx';
import type { Question } from '../model.ts';
import { SectionHead, sectionLook } from './section-head.tsx';

interface FaqSectionProps {
  title: string;
  subtitle: string;
  questions: Question[];
}

/** Questions and answers, as text only (anchor `faq`, LND-24). */
export function FaqSection({ title, subtitle, questions }: FaqSectionProps) {
  return (
    <section id="faq" aria-labelledby="faq-titulo" className={sectionLook}>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:gap-20">
        <SectionHead
          id="faq-titulo"
          title={title}
          lead={subtitle}
          className="self-start lg:sticky lg:top-28"
        />
        {questions.length > 0 ? (
          <Accordion>
            {questions.map(({ question, answer }, at) => (
              <AccordionItem key={question + answer} title={question} open={at === 0}>
                <p className="max-w-[65ch] whitespace-pre-line">{answer}</p>
              </AccordionItem>
            ))}
          </Accordion>
        ) : null}
      </div>
    </section>
  );
}
