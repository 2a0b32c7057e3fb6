/** Served at /practice/pay.css; shares the shop's colours, not its files. */
export const payPageStyle = `
:root {
  color-scheme: light;
  --paper: #fbf9f4;
  --raised: #ffffff;
  --sunk: #f2eee5;
  --line: #ddd6c8;
  --line-strong: #8b8577;
  --ink: #23262f;
  --soft: #555b68;
  --indigo: #1f3a6e;
  --indigo-deep: #152a52;
  --danger: #a3242c;
  --danger-wash: #fbe9ea;
  --practice: #f6dfae;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.7 "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic", Meiryo, sans-serif;
  overflow-wrap: anywhere;
}
p, h1, h2, ul, dl, dd, fieldset { margin: 0; padding: 0; }
fieldset { border: 0; min-width: 0; }
:focus-visible { outline: 3px solid var(--indigo); outline-offset: 2px; }
.practice {
  padding: 0.625rem 1rem;
  background: var(--practice);
  color: #3d2c05;
  font-size: 0.875rem;
  font-weight: 700;
  text-align: center;
}
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 4rem; }
.head { margin-bottom: 1.25rem; }
h1, .notice p { word-break: auto-phrase; text-wrap: balance; }
h1 { font-size: clamp(1.5rem, 1.25rem + 1.2vw, 2rem); line-height: 1.3; color: var(--indigo-deep); letter-spacing: 0.04em; }
h2, legend { padding: 0; font-size: 1rem; font-weight: 700; line-height: 1.5; color: var(--indigo-deep); }
.columns { display: grid; gap: 2rem; }
.summary { padding: 1.25rem; background: var(--sunk); border-radius: 12px; }
.lines { list-style: none; margin-top: 0.75rem; }
.line { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; padding: 0.75rem 0; border-top: 1px solid var(--line); }
.line img { flex: none; border-radius: 6px; object-fit: cover; background: var(--raised); }
.line-text { flex: 1 1 7rem; min-width: min(7rem, 100%); }
.line-name { font-weight: 600; line-height: 1.5; }
.line-description { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; font-size: 0.8125rem; line-height: 1.6; color: var(--soft); }
.line-count { font-size: 0.8125rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.line-amount { flex: none; margin-left: auto; font-weight: 600; font-variant-numeric: tabular-nums; }
.totals { border-top: 1px solid var(--line-strong); padding-top: 0.75rem; }
.totals div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; padding: 0.125rem 0; }
.totals dd { margin-left: auto; font-variant-numeric: tabular-nums; }
.totals .total { font-weight: 700; font-size: 1.125rem; }
.payer { display: grid; gap: 1.75rem; align-content: start; min-width: 0; }
.payer fieldset { display: grid; gap: 1rem; }
.payer legend { margin-bottom: 0.75rem; }
.alerts:empty { display: none; }
.alert { padding: 0.875rem 1rem; background: var(--danger-wash); border-left: 4px solid var(--danger); border-radius: 6px; color: #6f141b; }
.alert strong { display: block; }
.field { display: grid; gap: 0.25rem; min-width: 0; }
label { font-size: 0.875rem; font-weight: 600; }
.optional, .hint { font-weight: 400; font-size: 0.8125rem; }
.optional { color: var(--soft); }
input, select {
  width: 100%;
  min-height: 2.875rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--line-strong);
  border-radius: 8px;
  background: var(--raised);
  color: inherit;
  font: inherit;
}
input[readonly] { background: var(--sunk); color: var(--soft); }
[aria-invalid="true"] { border: 2px solid var(--danger); }
.problem { font-size: 0.875rem; line-height: 1.5; color: var(--danger); }
.shop-text { padding: 0.875rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; font-size: 0.8125rem; white-space: pre-line; }
.card p { font-size: 0.875rem; color: var(--soft); }
.card-number { white-space: nowrap; color: var(--ink); font-variant-numeric: tabular-nums; }
.buttons { display: grid; gap: 0.75rem; }
.button {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 0 0.75rem;
  min-height: 3.25rem;
  padding: 0.625rem 1.25rem;
  border: 1px solid var(--indigo);
  border-radius: 8px;
  background: var(--indigo);
  color: #ffffff;
  font: inherit;
  font-weight: 700;
  text-decoration: none;
  cursor: pointer;
}
.button:hover { background: var(--indigo-deep); }
.button.decline { min-height: 2.75rem; background: transparent; border-color: var(--line-strong); color: var(--ink); font-weight: 600; }
.button.decline:hover { background: var(--sunk); }
.back { justify-self: center; padding: 0.625rem 1.5rem; color: var(--indigo); text-underline-offset: 0.25em; }
.notice { max-width: 34rem; margin: 3rem auto; display: grid; gap: 1rem; text-align: center; }
.notice .button { display: inline-flex; }
@media (min-width: 30rem) {
  .address { grid-template-columns: minmax(0, 10rem) minmax(0, 1fr); }
  .address legend, .address .shop-text, .field-city, .field-line1, .field-line2 { grid-column: 1 / -1; }
}
@media (min-width: 56rem) {
  .columns { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 3.5rem; align-items: start; }
  .summary { position: sticky; top: 1.5rem; padding: 1.75rem; }
}
`
