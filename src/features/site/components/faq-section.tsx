import { Accordion, AccordionItem } from '#ui/accordion.tsx';
import type { Question } from '../model.ts';
import { SideHeadSection } from './section-head.tsx';

interface FaqSectionProps {
  title: string;
  subtitle: string;
  questions: Question[];
}

/** Questions and answers as plain text (anchor `faq`, LND-24). */
export function FaqSection({ title, subtitle, questions }: FaqSectionProps) {
  return (
    <SideHeadSection id="faq" title={title} lead={subtitle}>
      {questions.length > 0 ? (
        <Accordion>
          {questions.map(({ question, answer }, at) => (
            <AccordionItem key={question + answer} title={question} open={at === 0}>
              <p className="max-w-[65ch] whitespace-pre-line">{answer}</p>
            </AccordionItem>
          ))}
        </Accordion>
      ) : null}
    </SideHeadSection>
  );
}
