import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from '@react-email/components';
import type { ReactNode } from 'react';
import type { MailSite } from '../letters.ts';

const color = {
  ink: '#0b0e14',
  surface: '#131822',
  well: '#0e121a',
  line: '#232a38',
  fg: '#eef1f6',
  muted: '#a7b0c0',
  accent: '#ffb020',
  onAccent: '#1a1204',
};
const font = "'Inter','Segoe UI',system-ui,-apple-system,'Helvetica Neue',Helvetica,Arial,sans-serif";
const bars = [10, 18, 12, 26, 16, 30, 20, 14, 24, 34, 22, 12, 28, 18, 10, 22, 32, 16, 26, 12, 20, 14, 8];
const onAir = 9;

interface LayoutProps {
  site: MailSite;
  preview: string;
  title: string;
  children: ReactNode;
}

/** Layout of every mail: readable without images and in narrow windows. */
export function MailLayout({ site, preview, title, children }: LayoutProps) {
  return (
    <Html lang="pt-BR" dir="ltr">
      <Head>
        <meta name="color-scheme" content="dark light" />
        <meta name="supported-color-schemes" content="dark light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: color.ink, margin: 0, padding: '32px 12px', fontFamily: font }}>
        <Container
          style={{
            maxWidth: '520px',
            width: '100%',
            margin: '0 auto',
            backgroundColor: color.surface,
            borderRadius: '20px',
            border: `1px solid ${color.line}`,
          }}
        >
          <Section style={{ padding: '28px 32px 0' }}>
            <Link href={site.url} style={{ color: color.fg, textDecoration: 'none' }}>
              <Text
                style={{
                  margin: 0,
                  fontSize: '20px',
                  fontWeight: 700,
                  letterSpacing: '-0.02em',
                  color: color.fg,
                }}
              >
                {site.name}
              </Text>
            </Link>
          </Section>
          <Meter />
          <Section style={{ padding: '8px 32px 32px' }}>
            <Heading
              as="h1"
              style={{
                margin: '0 0 16px',
                fontSize: '24px',
                lineHeight: '1.2',
                letterSpacing: '-0.02em',
                color: color.fg,
              }}
            >
              {title}
            </Heading>
            {children}
          </Section>
        </Container>
        <Footer site={site} />
      </Body>
    </Html>
  );
}

/** A level meter of table cells: every mail program shows it without loading an image. */
function Meter() {
  return (
    <Section style={{ padding: '20px 32px 16px' }} aria-hidden="true">
      <Row>
        {bars.map((height, i) => (
          <Column
            // biome-ignore lint/suspicious/noArrayIndexKey: the drawing never changes
            key={i}
            style={{ height: '36px', verticalAlign: 'bottom', paddingRight: '4px' }}
          >
            <div
              style={{
                height: `${height}px`,
                lineHeight: '1px',
                fontSize: '1px',
                borderRadius: '3px',
                backgroundColor: i === onAir ? color.accent : '#2b3447',
              }}
            />
          </Column>
        ))}
      </Row>
    </Section>
  );
}

export function P({ children }: { children: ReactNode }) {
  return (
    <Text style={{ margin: '0 0 16px', fontSize: '16px', lineHeight: '1.55', color: color.muted }}>
      {children}
    </Text>
  );
}

export function Strong({ children }: { children: ReactNode }) {
  return <strong style={{ color: color.fg, fontWeight: 600 }}>{children}</strong>;
}

export function Address({ url }: { url: string }) {
  return (
    <Link href={url} style={{ color: color.fg, textDecoration: 'underline' }}>
      {url.replace(/^https?:\/\//, '')}
    </Link>
  );
}

/** The main button, with its URL as text for programs without buttons. */
export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      <Section style={{ padding: '8px 0 24px' }}>
        <Button
          href={href}
          style={{
            backgroundColor: color.accent,
            color: color.onAccent,
            borderRadius: '12px',
            padding: '14px 24px',
            fontSize: '16px',
            fontWeight: 700,
            textDecoration: 'none',
          }}
        >
          {children}
        </Button>
      </Section>
      <Text style={{ margin: '0 0 16px', fontSize: '13px', lineHeight: '1.5', color: color.muted }}>
        Se o botão não abrir, copie este endereço:
        <br />
        <Link
          href={href}
          style={{ color: color.accent, textDecoration: 'underline', wordBreak: 'break-all' }}
        >
          {href}
        </Link>
      </Text>
    </>
  );
}

export function Aside({ children }: { children: ReactNode }) {
  return (
    <>
      <Hr style={{ borderColor: color.line, margin: '24px 0 16px' }} />
      <Text style={{ margin: 0, fontSize: '13px', lineHeight: '1.5', color: color.muted }}>{children}</Text>
    </>
  );
}

function Footer({ site }: Pick<LayoutProps, 'site'>) {
  return (
    <Container style={{ maxWidth: '520px', width: '100%', margin: '0 auto' }}>
      <Text style={{ margin: '20px 32px 0', fontSize: '12px', lineHeight: '1.5', color: color.muted }}>
        Mensagem automática de {site.name}. Não é preciso responder.{' '}
        <Link href={site.url} style={{ color: color.muted, textDecoration: 'underline' }}>
          {site.url.replace(/^https?:\/\//, '')}
        </Link>
      </Text>
    </Container>
  );
}
