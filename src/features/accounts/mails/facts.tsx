const color = { well: '#0e121a', line: '#232a38', fg: '#eef1f6', muted: '#a7b0c0' };
const cell = { padding: '11px 0', fontSize: '14px', lineHeight: '1.5', verticalAlign: 'top' };

export function Facts({ of }: { of: readonly (readonly [term: string, value: string])[] }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      style={{
        backgroundColor: color.well,
        borderRadius: '12px',
        borderCollapse: 'separate',
        padding: '5px 20px',
        margin: '4px 0 20px',
      }}
    >
      <tbody>
        {of.map(([term, value], i) => {
          const line = i === 0 ? {} : { borderTop: `1px solid ${color.line}` };
          return (
            <tr key={term}>
              <td style={{ ...cell, ...line, color: color.muted, paddingRight: '16px' }}>{`${term}: `}</td>
              <td style={{ ...cell, ...line, color: color.fg, fontWeight: 600, textAlign: 'right' }}>
                {value}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
