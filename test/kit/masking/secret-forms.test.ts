/**
 * Forms in which people paste secrets, from the vendors' pages and from the rules of secret scanners, and lines of public
 * documentation (curl, npm, Redis, Traefik, etcd, Flux, Harbor, FastAPI, Astro, Auth.js) that have no secret in them.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { maskSensitive } from '../../../src/kit/masking/mask.ts';

// In parts, so that secret scanners do not report the examples as leaks.
const mixed = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zAbC4dE6fG8hJ1kL3mN5pQ7rS9tU2vW4xY6zA8bC1dE3fG';
const hex = '3f9a7c1e5b8d2046af13c97e60b5d8423f9a7c1e5b8d2046af13c97e60b5d842';
const upper = 'Q7RZ2KX9MBT4WLP8NCV3HJ6DSY5GFA1EUQ7RZ2KX9MBT4WLP8NCV3HJ6DSYQ';
const base64 = Buffer.from('ada:lovelace1815').toString('base64');
const password = 'cor§rect-h0rse'.replace('§', '');
const words = 'correcthorse';

/** What precedes the secret, the secret, and what follows it. */
const forms: readonly [form: string, before: string, secret: string, after?: string][] = [
  ['GitHub personal token', 'git push fails with ', `ghp_${mixed.slice(0, 36)}`],
  ['GitHub token of letters', 'key ', `ghp_${'abcdefghijklmnopqrst'}`],
  ['GitHub app token', 'GH_TOKEN: ', `ghs_${mixed.slice(0, 36)}`],
  ['GitHub fine-grained token', 'set ', `github_pat_${mixed}`, ' there'],
  ['GitLab token', 'PRIVATE-TOKEN: ', `glpat-${mixed.slice(0, 20)}`],
  ['GitLab runner token', '--token ', `glrt-${mixed.slice(0, 20)}`],
  ['Atlassian token', 'jira ', `ATATT3xFfGF0${mixed}`],
  ['npm token', 'npm publish with ', `npm_${mixed.slice(0, 36)}`],
  ['.npmrc', '//registry.npmjs.org/:_authToken=', hex.slice(0, 36)],
  ['.npmrc with a password', '//registry.example.com/:_auth=', base64],
  ['PyPI token', 'twine upload -p ', `pypi-AgEIcHlwaS5vcmc${mixed}`],
  ['RubyGems key', ':rubygems_api_key: ', `rubygems_${hex.slice(0, 48)}`],
  ['crates.io token', 'cargo login ', `cio${mixed.slice(0, 32)}`],
  ['NuGet key', 'nuget push -k ', `oy2${'m3k9'.repeat(10)}abc`],
  ['Docker Hub token', 'docker login -u ada -p ', `dckr_pat_${mixed.slice(0, 27)}`],
  ['Docker config', '{"auths":{"ghcr.io":{"auth":"', base64, '"}}}'],
  ['AWS access key', 'aws_access_key_id = ', `AKIA${'Q7RZ2KX9MBT4WLP8'}`],
  ['AWS secret key', 'aws_secret_access_key = ', `wJalrXUtnFEMI/K7MDENG/bPxRfiCYzz${mixed.slice(0, 8)}`],
  ['AWS session token', 'export AWS_SESSION_TOKEN="', `IQoJb3JpZ2luX2VjE${mixed.repeat(12)}//${mixed}==`, '"'],
  ['AWS presigned URL', 's3.example.com/a?X-Amz-Expires=60&X-Amz-Signature=', hex],
  ['Google API key', 'maps?key=', `AIza${mixed.slice(0, 35)}`],
  ['Google OAuth secret', '"client_secret":"', `GOCSPX-${mixed.slice(0, 28)}`, '"'],
  ['Google refresh token', 'refresh with ', `1//0${mixed.slice(0, 60)}`],
  [
    'Google service account',
    '"private_key": "',
    `-----BEGIN PRIVATE KEY-----\\n${mixed}\\n-----END PRIVATE KEY-----`,
    '\\n"',
  ],
  [
    'Azure storage key',
    'AccountName=docs;AccountKey=',
    `${mixed}+/${mixed.slice(0, 8)}==`,
    ';EndpointSuffix=core.windows.net',
  ],
  [
    'Azure shared access signature',
    'core.windows.net/c?sv=2024-05-04&se=2026-12-31&sig=',
    `${mixed.slice(0, 43)}%3D`,
    '&sp=r',
  ],
  ['Azure client secret', 'AZURE login ', `aBc8Q~${mixed.slice(0, 34)}`],
  ['Azure subscription key', 'Ocp-Apim-Subscription-Key: ', hex.slice(0, 32)],
  ['DigitalOcean token', 'doctl auth init -t ', `dop_v1_${hex}`],
  ['Heroku key', 'HEROKU ', `HRKU-AA${mixed.slice(0, 58)}`],
  ['Fly.io token', 'fly auth token: ', `fo1_${mixed.slice(0, 43)}`],
  ['Cloudflare key', 'x-auth-key: ', hex.slice(0, 37)],
  [
    'Terraform Cloud token',
    'credentials "app.terraform.io" { token = "',
    `aB3dE5gH7jK9mN.atlasv1.${mixed.slice(0, 67)}`,
    '" }',
  ],
  ['Vault token', 'vault login ', `hvs.${mixed}`],
  ['Pulumi token', 'pulumi login ', `pul-${hex.slice(0, 40)}`],
  ['Doppler token', 'doppler run --token ', `dp.st.prd.${mixed.slice(0, 43)}`],
  ['Tailscale key', 'tailscale up --authkey ', `tskey-auth-k${mixed.slice(0, 30)}`],
  ['Databricks token', 'databricks ', `dapi${hex.slice(0, 32)}`],
  ['Supabase key', 'SUPABASE ', `sb_secret_${mixed.slice(0, 31)}`],
  ['PlanetScale password', 'pscale ', `pscale_pw_${mixed.slice(0, 43)}`],
  ['Grafana token', 'grafana ', `glsa_${mixed.slice(0, 32)}_${hex.slice(0, 8)}`],
  ['Sentry token', 'sentry-cli --auth-token ', `sntrys_eyJpYXQiO${mixed}`],
  ['New Relic key', 'Api-Key: ', `NRAK-${upper.slice(0, 27)}`],
  ['Slack bot token', 'bolt: ', `xoxb-${'123456789012'}-${'1234567890123'}-${mixed.slice(0, 24)}`],
  ['Slack app token', 'socket mode: ', `xapp-1-A0123-456-${hex}`],
  ['Slack webhook', 'https://hooks.slack.com/services/T0123/B0123/', mixed.slice(0, 24)],
  ['Slack signing secret', 'SLACK_SIGNING_SECRET=', hex.slice(0, 32)],
  ['Discord bot token', 'client.login("', `MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.${mixed.slice(0, 38)}`, '")'],
  ['Discord webhook', 'https://discord.com/api/v10/webhooks/112233445566778899/', mixed.slice(0, 68), '?wait=true'],
  ['Discord interaction', 'POST /interactions/112233445566778899/', mixed.slice(0, 60), '/callback'],
  [
    'Teams webhook',
    'https://acme.webhook.office.com/webhookb2/',
    `${hex.slice(0, 32)}@${hex.slice(0, 32)}/IncomingWebhook/${hex.slice(0, 32)}`,
  ],
  ['Telegram bot token', 'https://api.telegram.org/bot', `123456789:AA${mixed.slice(0, 33)}`, '/getMe'],
  ['Stripe key', 'Stripe("', `sk_live_${mixed.slice(0, 24)}`, '")'],
  ['Stripe webhook secret', 'constructEvent(b, s, "', `whsec_${mixed.slice(0, 32)}`, '")'],
  ['Twilio key', 'twilio ', `SK${hex.slice(0, 32)}`],
  ['SendGrid key', 'setApiKey("', `SG.${mixed.slice(0, 22)}.${mixed.slice(0, 43)}`, '")'],
  ['Mailgun key', 'mailgun ', `key-${hex.slice(0, 32)}`],
  ['Mailchimp key', 'mailchimp ', `${hex.slice(0, 32)}-us12`],
  ['Shopify token', 'X-Shopify-Access-Token: ', `shpat_${hex.slice(0, 32)}`],
  ['Square token', 'square ', `sq0atp-${mixed.slice(0, 22)}`],
  ['OpenAI key', 'OPENAI ', `sk-proj-${mixed}`],
  ['Anthropic key', 'x-api-key: ', `sk-ant-api03-${mixed}AA`],
  ['Hugging Face token', 'huggingface-cli login --token ', `hf_${'aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH'}`],
  ['Groq key', 'groq ', `gsk_${mixed.slice(0, 52)}`],
  ['Linear key', 'linear ', `lin_api_${mixed.slice(0, 40)}`],
  ['Notion token', 'notion ', `ntn_${mixed.slice(0, 46)}`],
  ['Airtable token', 'airtable ', `patAbCdEfGhIjKlMn.${hex}`],
  ['Postman key', 'postman ', `PMAK-${hex.slice(0, 24)}-${hex.slice(0, 34)}`],
  ['Figma token', 'X-Figma-Token: ', `figd_${mixed.slice(0, 40)}`],
  ['Vercel Blob token', 'BLOB ', `vercel_blob_rw_${mixed.slice(0, 48)}`],
  ['SonarQube token', '-Dsonar.login=', `sqp_${hex.slice(0, 40)}`],
  ['JSON Web Token', 'cookie ', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${mixed.slice(0, 43)}`, '; next'],
  ['PEM key', 'my key is\n', `-----BEGIN RSA PRIVATE KEY-----\n${mixed}\n-----END RSA PRIVATE KEY-----`, '\nwhy?'],
  [
    'encrypted PEM key',
    '',
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB\n\n${mixed}\n-----END RSA PRIVATE KEY-----`,
  ],
  [
    'OpenSSH key',
    '',
    `-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE${mixed}\n-----END OPENSSH PRIVATE KEY-----`,
  ],
  ['PGP key', '', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF${mixed}\n-----END PGP PRIVATE KEY BLOCK-----`],
  ['PuTTY key', 'Private-Lines: 2', `\n${mixed.slice(0, 64)}\n${mixed.slice(0, 64)}`],
  ['WireGuard key', '[Interface]\nPrivateKey = ', `${mixed.slice(0, 43)}=`],
  ['age key', '# public key: age1\n', `AGE-SECRET-KEY-1${upper.slice(0, 58)}`],
  ['kubeconfig', 'client-key-data: ', `LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ${mixed}`],
  ['Kubernetes secret', 'kind: Secret\ndata:\n  password: ', Buffer.from('hunter22').toString('base64')],
  ['Bearer header', 'curl -H "Authorization: Bearer ', mixed.slice(0, 40), '"'],
  ['Basic header', 'Authorization: Basic ', base64],
  ['Basic header without digits', 'authorization: basic ', Buffer.from('ada:byron').toString('base64')],
  ['Token header', "-H 'Authorization: Token ", hex.slice(0, 40), "'"],
  ['header in code', "headers.set('X-Api-Key', '", hex.slice(0, 32), "')"],
  ['Authorization in code', 'req.setHeader("Authorization", "Bearer ', mixed.slice(0, 40), '")'],
  [
    'Cookie header',
    'Cookie: theme=light; connect.sid=',
    `s%3A${mixed.slice(0, 32)}.${mixed.slice(0, 43)}`,
    '; lang=en',
  ],
  ['Set-Cookie header', 'Set-Cookie: session=', mixed.slice(0, 40), '; Path=/; HttpOnly; Max-Age=3600'],
  ['session id', 'GET /docs?sessionId=', hex.slice(0, 32), '&page=2'],
  ['curl -u', 'curl -sS -u ada:', password, ' https://api.example.com'],
  ['curl --user', 'curl https://api.example.com \\\n  --user "ada:', words, '"'],
  ['HTTPie', 'http -a ada:', password, ' GET https://api.example.com'],
  ['ldapsearch', 'ldapsearch -D cn=admin -w ', password, ' -b dc=example'],
  ['mongosh', 'mongosh -u ada -p ', password],
  ['Wi-Fi', 'ssid="home" psk="', words, '"'],
  ['encoded header', 'authorization=Bearer%20', mixed.slice(0, 40)],
  ['Firebase key', 'key ', `AAAAabcdefg:APA91b${mixed}`],
  ['JWT secret', 'JWT_SECRET=', words],
  ['letters in quotes', 'apiKey: "', 'qwmzpoxkrtyvbnhd', '"'],
  ['mixed capitals', 'token: ', 'AbCdEfGhIjKlMnOpQrStUv'],
  ['URL', 'git clone https://ada:', password, '@git.example.com/docs.git'],
  ['token in a URL', 'git clone https://', hex.slice(0, 40), '@git.example.com/docs.git'],
  ['PostgreSQL', 'DATABASE_URL=postgres://docent:', words, '@db:5432/docent'],
  ['password with an @', 'postgres://docent:', 'p@ssw0rt', '@db:5432/docent'],
  ['MongoDB', 'mongodb+srv://app:', password, '@cluster0.ab12c.mongodb.net/?retryWrites=true'],
  ['Redis', 'redis://:', password, '@cache:6379/0'],
  ['RabbitMQ', 'amqps://app:', password, '@mq.example.com/vhost'],
  ['SMTP', 'smtp://mailer:', password, '@smtp.example.com:587'],
  ['JDBC', 'jdbc:postgresql://db/docs?user=app&password=', words, '&ssl=true'],
  ['ADO.NET', 'Server=db;User Id=sa;Password=', words, ';Encrypt=true'],
  ['ODBC', 'Driver={ODBC};Uid=sa;Pwd=', password, ';'],
  ['libpq', 'host=db user=app password=', password, ' dbname=docs'],
  ['.pgpass', 'db.example.com:5432:docs:app:', words],
  ['.netrc', 'machine api.example.com login ada password ', words],
  ['SQL', "ALTER ROLE app WITH PASSWORD '", words, "';"],
  ['MySQL grant', "CREATE USER 'app'@'%' IDENTIFIED BY '", password, "';"],
  ['mysql -p', 'mysql -u root -p', password, ' docs'],
  ['redis-cli', 'redis-cli -h cache -a ', password, ' PING'],
  ['redis.conf', 'requirepass ', words],
  ['sshpass', "sshpass -p '", words, "' ssh ada@10.0.0.1"],
  ['option of a command', 'helm registry login --username ada --password ', password],
  ['environment file', 'DB_HOST=db\nDB_PASSWORD=', words, '\nDB_NAME=docs'],
  ['docker -e', 'docker run -e MYSQL_ROOT_PASSWORD=', password, ' mysql:8'],
  ['export', 'export API_KEY="', hex.slice(0, 32), '"'],
  ['Windows', 'setx API_TOKEN=', hex.slice(0, 24)],
  ['YAML in quotes', "password: '", words, "'"],
  ['YAML without quotes', 'smtp_pass: ', password],
  ['value under its name', '- name: DB_PASSWORD\n  value: "', words, '"'],
  ['JSON', '{"user": "ada", "password": "', 'p@ss(w)ord,;', '"}'],
  ['JSON in a string', '"{\\"password\\":\\"', password, '\\"}"'],
  ['OAuth client', 'client_secret: "', words, '",'],
  ['camel case', 'const clientSecret = `', words, '`;'],
  ['TOML', 'secret_key = "', hex, '"'],
  ['INI', '[smtp]\npassword = ', password],
  ['Properties', 'spring.datasource.password=', password],
  ['Ansible', 'ansible_become_pass: "', words, '"'],
  ['Terraform', 'master_password = "', words, '"'],
  ['PHP', "'DB_PASSWORD' => '", words, "',"],
  ['WordPress', "define('AUTH_KEY', '", hex.slice(0, 40), "');"],
  ['Laravel', 'APP_KEY=', `base64:${mixed.slice(0, 43)}=`],
  ['Rails', 'SECRET_KEY_BASE=', hex.repeat(2)],
  ['Django', "SECRET_KEY = '", `django-insecure-${mixed.slice(0, 40)}`, "'"],
  ['XML', '<password>', password, '</password>'],
  ['XML attribute', '<add key="ClearTextPassword" value="', words, '" />'],
  ['nodemailer', "auth: { user: 'ada', pass: '", words, "' }"],
  ['one-time password', 'otpauth://totp/docs:ada?secret=', 'JBSWY3DPEHPK3PXP', '&issuer=docs'],
  ['query', 'GET /v1/pages?api_key=', hex.slice(0, 20), '&page=2'],
  ['authorization code', 'https://app.example.com/callback?code=', mixed.slice(0, 40), '&state=x'],
  ['sentence in German', 'Passwort: ', password],
  ['sentence in Japanese', 'パスワード：', password],
  ['sentence in Chinese', '密码：', password],
  ['in full width', 'API key：', hex.slice(0, 24)],
];

describe('secrets that people paste', () => {
  it('are at least 63 forms', () => {
    expect(new Set(forms.map(([form]) => form)).size).toBeGreaterThanOrEqual(63);
  });

  it.each(forms)('%s', (_, before, secret, after = '') => {
    const masked = `${before}[secret]${after}`;
    expect(maskSensitive(before + secret + after)).toBe(masked);
    expect(maskSensitive(masked)).toBe(masked);
  });

  it.each([
    ['ada＠example.com, please', '[email], please'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', '[email]'],
    ['?user=ada%40example.com&page=2', '?user=[email]&page=2'],
    ['４１１１　１１１１　１１１１　１１１１', '[card number]'],
    ['５５５５－５５５５－５５５５－４４４４', '[card number]'],
    ['٤١١١ ١١١١ ١١١١ ١١١١', '[card number]'],
    ['4111\u20111111\u20111111\u20111111', '[card number]'],
  ])('an address or a card number in other characters: “%s”', (text, masked) => {
    expect(maskSensitive(text)).toBe(masked);
  });
});

const harmless = readFileSync(new URL('harmless-lines.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '));

describe('lines of public documentation', () => {
  it('are at least 200', () => {
    expect(new Set(harmless).size).toBeGreaterThanOrEqual(200);
  });

  it('stay as they are', () => {
    expect(harmless.map(maskSensitive)).toEqual(harmless);
  });
});

describe('what stands for a secret stays', () => {
  it.each([
    "password: 'abc'",
    'password: "your-password"',
    'client_secret: "<client-secret>"',
    "clientSecret: 'YOUR_CLIENT_SECRET'",
    'api_key: xxxxxxxxxxxx1',
    'token: "***************"',
    'PASSWORD=changeme',
    'POSTGRES_PASSWORD=mysecretpassword',
    'MYSQL_ROOT_PASSWORD=my-secret-pw',
    'export API_KEY="$API_KEY_2"',
    `password: \${DB_PASSWORD_1}`,
    `token: \${{ secrets.NPM_TOKEN_2 }}`,
    "apiKey: process.env['API_KEY_2']",
    'SECRET_KEY = os.environ["SECRET_KEY_2"]',
    'password = var.db_password2',
    'password: {{ vault_password2 }}',
    'password: !vault |',
    'password_file: /run/secrets/db_password2',
    'secret: /etc/ssl/private/key2.pem',
    'password: "urn:k8s:secret:redis:password1"',
    'curl -u user:password https://example.com',
    'curl -u "$USER:$TOKEN" https://example.com',
    'docker run -u 1000:1000 -p 8080:80 app',
    'https://user:password@example.com/path',
    'postgres://postgres:postgres@localhost:5432/db',
    'https://$TOKEN@github.com/acme/docs.git',
    'Authorization: Bearer <your-access-token-1>',
    'Authorization: Basic dXNlcjpwYXNzd29yZA==',
    'Cookie: theme=light; lang=en-US',
    'Set-Cookie: id=abc; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/',
    "const token = await getToken2('docs');",
    'npm_config_registry_timeout_2 and npm_package_version',
    'gsk_of_letters_only_with_words and sk-internationalization',
    'HostKeyAlgorithms sk-ecdsa-sha2-nistp256-v01, sk-ssh-ed25519',
    'existingSecret: redis-auth-v2',
    'GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxx1 and sk-your-openai-key-here-1234',
    'arn:aws:secretsmanager:us-east-1:123456789012:secret:MyTestSecret-a1b2c3',
    'X-Hub-Signature-256: sha256=<hex>, signature: sha256=<hex>',
    '--initial-cluster-token etcd-cluster-1',
    "<input type='password' autocomplete='current-password'>",
    '"password": "string", "token": "string"',
    'The file begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----.',
    'const key = `-----BEGIN PRIVATE KEY-----\\n...\\n-----END PRIVATE KEY-----`;',
    'url.pathname.startsWith("/docs/2")',
    'webhooks/42/deliveries and /webhooks/:id/:token',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ4 ada',
    'integrity sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08==',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  ])('“%s”', (text) => {
    expect(maskSensitive(text)).toBe(text);
  });
});
