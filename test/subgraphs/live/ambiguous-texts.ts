/** Texts that a reader of YAML 1.1 or 1.2 would take for something else, or read otherwise. */
export const AMBIGUOUS = [
  ...'y Y yes No ON off n N true False NULL null ~ = << - -- --- ... . .5 5. 0 00 -0 0. +1 -1 1_000 1,000 0o14 014 0x1F 0b11'.split(' '),
  ...'1e3 1E+3 12e03 e6 -e1 1e-7 .inf -.inf +.INF .NaN 1:30 12:30:45 190:20:30.15 2026-01-01 2026-01-01T00:00:00Z 10.0.0.1 1.2.3'.split(
    ' ',
  ),
  ...'@a `b %c !d &e *f |g >h #i ?j :k [l {m }n ]o ,p --flag=x -a'.split(' '),
  ...['', ' ', 'a: b', 'a #b', 'a:', ' a', 'a ', '- a', '-- a', '-a: b', '2001-12-14 21:59:43.10 -5', "it's", '"q"', 'a\\b', 'a\tb', '\t'],
  ...[
    'a\n',
    '\na',
    'a\nb',
    'a\nb\n',
    'a\n\nb\n\n',
    'a\n ',
    ' a\nb',
    'a\n  b\nc',
    'a\n\tb',
    '\ta\nb',
    '---\na',
    'a\n...\n',
    '# c\nd',
    'a\r\nb',
  ],
  ...['\u0000', '\u0085', '\u2028', '\u202e\n', '\ufeff', 'é', '😀', '😀\n😀', 'k'.repeat(1_100), `x\n${'y'.repeat(3_000)}`],
];
