const countFrom = 3;
const beatMs = 800;

const session = document.getElementById('session') as HTMLElement;
const status = document.getElementById('status') as HTMLElement;
const picture = document.getElementById('picture') as HTMLVideoElement;
const { script } = session.dataset;
const reason = document.getElementById('reason') as HTMLSelectElement | null;
let stream: MediaStream | undefined;
let isOver = false;
let isSending = false;

/** Shows the camera where there is one. The picture is only shown, never recorded. */
async function openCamera(): Promise<void> {
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } });
    picture.srcObject = stream;
    picture.hidden = false;
    document.getElementById('outline')?.setAttribute('hidden', '');
  } catch {
    const note = document.getElementById('camera-note') as HTMLElement;
    note.textContent = note.dataset.text ?? '';
  }
}

async function run(): Promise<void> {
  (document.getElementById('guide') as HTMLElement).hidden = true;
  session.querySelector('h1')?.focus();
  await openCamera();
  for (let n = countFrom; n > 0; n--) {
    status.textContent = (status.dataset.count ?? '').replace('{n}', String(n));
    await new Promise((resolve) => setTimeout(resolve, beatMs));
    if (isOver) return;
  }
  status.textContent = '';
  if (script === 'abandoned') status.textContent = status.dataset.abandoned ?? '';
  else if (script === 'pass') await finish('passed');
  else if (script === 'fail') await finish('failed');
  else choose();
}

function choose(): void {
  const choice = document.getElementById('choice') as HTMLElement;
  choice.hidden = false;
  choice.querySelector('h2')?.focus();
}

/** Later clicks are ignored unless the request failed. */
async function finish(outcome: string): Promise<void> {
  if (isSending) return;
  isSending = true;
  isOver = true;
  status.textContent = status.dataset.sending ?? '';
  try {
    const response = await fetch(`${location.pathname}/outcome`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome, reason: reason?.value }),
    });
    if (!response.ok) throw new Error(String(response.status));
    const { returnUrl } = await response.json();
    for (const track of stream?.getTracks() ?? []) track.stop();
    location.replace(returnUrl);
  } catch {
    isSending = false;
    status.textContent = status.dataset.fault ?? '';
  }
}

session.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button');
  if (button?.dataset.action === 'start') void run();
  else if (button?.dataset.outcome) void finish(button.dataset.outcome);
});
