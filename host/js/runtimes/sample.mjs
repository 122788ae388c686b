// What every runtime is asked of the installed package. The answers must be the same everywhere.
export async function sample({ open, CallError, TooLargeError }) {
  const roots = await open();
  const attempt = (f) => {
    try {
      return f();
    } catch (error) {
      if (error instanceof CallError) return error.code;
      if (error instanceof TooLargeError) return error.limit;
      throw error;
    }
  };
  const tiny = await open({ limit: 10 });
  const many = JSON.stringify({ roots: Array.from({ length: 20000 }, (_, i) => ({ uri: `file:///home/ada/${i}`, name: 'größer 😀' })) });
  return {
    version: roots.info().version,
    verdicts: ['{"roots":[{"uri":"file:///a"}]}', '{"roots":[{"uri":"http://a"}]}', many, '{"roots":[{"uri":"file:///a","name":"\ud800"}]}'].map((text) =>
      roots.validResponse(text),
    ),
    checked: roots.checkVerdict('{"roots":[{"uri":"file:///a%2fb"}]}'),
    report: roots.check({ message: { roots: [{ uri: 'file:///home/ada' }] }, revision: '2025-11-25' }),
    paths: roots.toPath({ uris: ['file:///C:/Users/ada', 'file:///a/../b'] }),
    inside: roots.contains({ roots: ['/home/ada'], paths: ['/home/ada/x', '/home/adam'] }),
    refused: attempt(() => roots.list({ revision: '2025-11-25' })),
    tooLarge: attempt(() => tiny.validResponse('{"roots":[]}')),
  };
}
