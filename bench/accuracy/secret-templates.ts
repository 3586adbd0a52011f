import type { Templates } from './secret-files.js';

const SPACED = ['secret-fly-token'];
const ADDRESSES = ['secret-slack-webhook', 'secret-discord-webhook', ...SPACED];

/** Files of kinds that the reference templates do not have, made by what the formats allow. */
export const otherTemplates: Templates = {
  positive: [
    { file: 'src/main/java/App.java', text: 'class App {\n  private static final String {{N}} = "{{S}}";\n}\n' },
    { file: 'app/Settings.kt', text: 'object Settings {\n    const val {{N}}: String = "{{S}}"\n}\n' },
    { file: 'Program.cs', text: 'public static class Keys\n{\n    public const string {{N}} = "{{S}}";\n}\n' },
    { file: 'config.php', text: "<?php\nreturn [\n    '{{N}}' => '{{S}}',\n];\n" },
    { file: 'config/initializers/client.rb', text: "Client.configure do |c|\n  ENV['{{N}}'] ||= '{{S}}'\nend\n" },
    { file: 'src/main.rs', text: 'const {{N}}: &str = "{{S}}";\nfn main() {}\n' },
    { file: 'Sources/App.swift', text: 'let {{N}}: String = "{{S}}"\n' },
    { file: 'run.ps1', text: '$env:{{N}} = "{{S}}"\n./start\n' },
    { file: 'run.bat', text: '@echo off\nset {{N}}={{S}}\nstart app\n', not: SPACED },
    {
      file: 'deploy/web.yaml',
      text: 'spec:\n  containers:\n    - name: web\n      env:\n        - name: {{N}}\n          value: "{{S}}"\n',
    },
    { file: 'values.yaml', text: 'image: web\nenv:\n  {{N}}: "{{S}}"\n' },
    {
      file: 'web.config',
      text: '<configuration>\n  <appSettings>\n    <add key="{{N}}" value="{{S}}" />\n  </appSettings>\n</configuration>\n',
    },
    { file: 'settings.ini', text: '[app]\n{{N}} = {{S}}\n' },
    { file: 'pyproject.toml', text: '[tool.app]\n{{N}} = "{{S}}"\n' },
    { file: 'Makefile', text: 'run:\n\t{{N}}={{S}} ./server\n', not: SPACED },
    { file: 'Jenkinsfile', text: "pipeline {\n  environment {\n    {{N}} = '{{S}}'\n  }\n}\n" },
    { file: 'app.service', text: '[Service]\nEnvironment="{{N}}={{S}}"\nExecStart=/usr/bin/app\n' },
    { file: 'start.sh', text: 'docker run -d \\\n  -e {{N}}={{S}} \\\n  web:1\n', not: SPACED },
    { file: 'main.tf', text: 'resource "x" "y" {\n  environment = {\n    {{N}} = "{{S}}"\n  }\n}\n' },
    { file: 'src/app.js', text: "process.env.{{N}} = '{{S}}';\nrequire('./server');\n" },
    { file: 'src/setup.py', text: 'client = Client(\n    {{N}}="{{S}}",\n)\n' },
    { file: 'old.env', text: '# {{N}}={{S}}\nPORT=1\n', not: SPACED },
    { file: 'lib/a.ex', text: 'System.put_env("{{N}}", "{{S}}")\n' },
    { file: 'log.json', text: '{"level":"info","msg":"start","env":{"{{N}}":"{{S}}"}}\n' },
    { file: 'Vagrantfile', text: 'config.vm.provision "shell", inline: "export {{N}}={{S}}"\n', not: SPACED },
    { file: 'task.json', text: '{\n  "environment": [\n    { "name": "{{N}}", "value": "{{S}}" }\n  ]\n}\n' },
    { file: 'ask.sh', text: '# {{N}}\ncurl -H "Authorization: Bearer {{S}}" https://api.example.com/v1\n', not: ADDRESSES },
    { file: 'windows.txt', text: 'notes\r\n{{N}}={{S}}\r\nend\r\n', not: SPACED },
    { file: 'playbook.yml', text: '- hosts: all\n  vars:\n    {{N}}: "{{S}}"\n' },
    { file: 'Caddyfile', text: 'example.com {\n  env {{N}} {{S}}\n}\n', only: ['secret-github-pat', 'secret-openai', 'secret-anthropic'] },
  ],
  negative: [
    { file: 'src/App.java', text: 'String key = System.getenv("{{N}}"); // {{X}}\n', with: ['empty', 'none'] },
    { file: 'env.sample', text: '# {{N}}\n{{N}}="{{X}}"\n', with: ['placeholder', 'mask', 'empty', 'shellref'] },
    { file: 'docs/setup.rst', text: 'Export the key::\n\n    export {{N}}="{{X}}"\n', with: ['placeholder', 'mask', 'sequence', 'repeat'] },
    { file: 'values.yaml', text: 'env:\n  {{N}}: "{{X}}"\n', with: ['empty', 'placeholder', 'vaultref', 'sops'] },
    { file: 'config.rb', text: "key = ENV.fetch('{{N}}', '{{X}}')\n", with: ['empty', 'placeholder'] },
    { file: 'src/check.go', text: 'if os.Getenv("{{N}}") == "" {\n\tlog.Fatal("{{N}} is not set")\n}\n', with: ['none'] },
    { file: 'src/git.py', text: 'BASE_COMMIT = "{{X}}"\nCACHE_ID = "{{X}}"\n', with: ['hash', 'uuid'] },
    { file: 'variables.tf', text: 'variable "{{N}}" {\n  type      = string\n  sensitive = true\n}\n', with: ['none'] },
    { file: 'spec/client_spec.rb', text: "let(:api_key) { '{{X}}' } # {{N}}\n", with: ['placeholder', 'word', 'sequence'] },
    {
      file: 'action.yml',
      text: 'inputs:\n  token:\n    description: {{N}} for the API\n    required: true\n    default: ${{ github.token }}\n',
      with: ['none'],
    },
    { file: 'web.config', text: '<add key="{{N}}" value="{{X}}" />\n', with: ['placeholder', 'mask', 'empty'] },
    { file: 'Dockerfile', text: 'ARG {{N}}\nENV {{N}}={{X}}\n', with: ['shellref', 'empty'] },
  ],
  plain: [
    { file: 'src/tokens.css', text: ':root { --token-color: #{hex:6}; --key-size: 12px; }\n' },
    {
      file: 'src/keys.ts',
      text: "export const STORAGE_KEY = 'app.settings.v2';\nexport const cacheKey = 'user-profile-2024-cache-key';\nif (event.key === 'ArrowDown') next();\n",
    },
    { file: 'src/tokenizer.py', text: 'pad_token = "<|endoftext|>"\neos_token = "</s>"\nmax_tokens = 4096\ntoken_type_ids = None\n' },
    {
      file: 'messages_en.properties',
      text: 'login.password=Your password\nlogin.password.invalid=The password is too short\ntoken.expired=The token has expired\n',
    },
    {
      file: 'Package.resolved',
      text: '{\n  "pins": [{ "identity": "secret", "state": { "revision": "{hex:40}", "version": "1.0.0" } }]\n}\n',
    },
    {
      file: 'k8s/pod.yaml',
      text: 'image: registry.example.com/app@sha256:{hex:64}\nenv:\n  - name: API_KEY\n    valueFrom:\n      secretKeyRef: { name: app-secrets, key: api-key }\n',
    },
    { file: 'src/schema.graphql', text: 'type User {\n  password: String!\n  apiKey: String @deprecated\n}\n' },
    {
      file: 'openapi.yaml',
      text: 'securitySchemes:\n  apiKey:\n    type: apiKey\n    name: X-API-Key\n    in: header\n  token:\n    tokenUrl: https://auth.example.com/oauth/token\n',
    },
    {
      file: 'src/User.java',
      text: 'private String password;\npublic void setPassword(String password) { this.password = encoder.encode(password); }\nprivate static final String PASSWORD_FIELD = "user_password";\n',
    },
    {
      file: 'migrations/1.sql',
      text: "CREATE TABLE users (id uuid, password_hash text, api_token varchar(64));\nINSERT INTO users VALUES ('{uuid}', '$2b$12${b62:53}', NULL);\n",
    },
    { file: 'src/a.test.snap', text: 'exports[`a 1`] = `{ "token": "{hex:64}" }`;\n' },
    {
      file: 'README.md',
      text: '[![build](https://ci.example.com/badge?token={b62:20})](https://ci.example.com)\n\nSet `password: <your password>`.\n',
    },
    {
      file: 'src/validate.ts',
      text: "const passwordPattern = /^(?=.*[A-Z])(?=.*\\d).{8,}$/;\nexport const errors = { password: 'auth.password.too_short', token: 'auth.token.missing' };\n",
    },
    { file: 'conf/nginx.conf', text: 'ssl_certificate_key /etc/nginx/tls.key;\nproxy_set_header Authorization $http_authorization;\n' },
    {
      file: 'config/app.yaml',
      text: 'password: ${DB_PASSWORD}\ntoken: "{{ vault_token }}"\nsecretName: billing-secret-v2\nkeyVaultUrl: https://billing.vault.azure.net/\n',
    },
    {
      file: 'gradle.properties',
      text: 'signing.keyId=24875D73\nsigning.password=\nsigning.secretKeyRingFile=/home/me/.gnupg/secring.gpg\n',
    },
    {
      file: 'src/aws.tf',
      text: 'kms_key_id = "arn:aws:kms:eu-west-1:{dig:12}:key/{uuid}"\nsecret_id  = aws_secretsmanager_secret.db.id\n',
    },
    {
      file: 'nodes.json',
      text: '{ "nodes": [{ "id": "{hex:32}", "key": "node_{dig:6}" }, { "id": "{hex:32}", "publicKey": "{b64:43}=" }] }\n',
    },
    { file: 'known_hosts', text: 'git.example.com ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ{b64:200}\n' },
    {
      file: 'web.html',
      text: '<div class="g-recaptcha" data-sitekey="6L{b62:38}"></div>\n<input type="hidden" name="csrf_token" value="{b62:40}">\n',
    },
  ],
  formats: [
    {
      file: '.yarnrc.yml',
      text: 'npmRegistries:\n  "https://npm.example.com":\n    npmAuthToken: {b64u:43}\n',
      expect: [['secret-npmrc', 3]],
    },
    { file: '.my.cnf', text: '[client]\nuser=app\npassword={pw}\n', expect: [['secret-pgpass', 3]] },
    { file: 'home/.netrc', text: 'machine api.example.com login ci password {pw}\n', expect: [['secret-netrc', 1]] },
    {
      file: 'application.yml',
      text: 'spring:\n  datasource:\n    url: jdbc:mysql://db.example.com/app?user=app&password={pw}\n',
      expect: [['secret-connection-string', 3]],
    },
    {
      file: 'src/db.py',
      text: 'engine = create_engine("mysql+pymysql://app:{pw}@db.example.com/app")\n',
      expect: [['secret-connection-string', 1]],
    },
    {
      file: '.env',
      text: 'DATABASE_URL=mongodb+srv://app:{b62:16}@cluster0.example.mongodb.net/app\n',
      expect: [['secret-connection-string', 1]],
    },
    { file: 'src/http.go', text: 'req.Header.Set("Authorization", "Basic {b64of:userpw}")\n', expect: [['secret-basic-auth', 1]] },
    {
      file: 'pip.conf',
      text: '[global]\nindex-url = https://ci:{b62:24}@pypi.example.com/simple\n',
      expect: [['secret-url-credentials', 2]],
    },
    {
      file: 'cluster.yaml',
      text: 'apiVersion: v1\nkind: Secret\nmetadata: { name: db }\ntype: Opaque\nstringData:\n  DB_PASSWORD: "{pw}"\n  host: db.example.com\n',
      expect: [['secret-kubernetes-secret', 6]],
    },
    { file: 'config/master.key', text: '{hex:32}\n', expect: [['secret-rails-master-key', 1]] },
    { file: 'tls/tls.yaml', text: 'tls:\n  key: |\n    {PEMESC:PRIVATE KEY}\n', expect: [['secret-private-key', 3]] },
    { file: 'wp-config.php', text: "<?php\ndefine( 'DB_PASSWORD', '{pw}' );\n", expect: [['secret-generic-password', 2]] },
    {
      file: 'Web.config',
      text: '<add name="Db" connectionString="Data Source=sql.example.com;Initial Catalog=app;User ID=app;Password={pw}" />\n',
      expect: [['secret-connection-string', 1]],
    },
    {
      file: 'main.py',
      text: 'db_password = "{pw}"\nADMIN_SECRET = "{b62:32}"\n',
      expect: [
        ['secret-generic-password', 1],
        ['secret-generic-token', 2],
      ],
    },
    {
      file: 'compose.yaml',
      text: 'services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: {pw}\n',
      expect: [['secret-generic-password', 4]],
    },
    { file: 'backup.sh', text: 'mysqldump --password={pw} app > dump.sql\n', expect: [['secret-generic-password', 1]] },
    { file: 'users.tfvars', text: 'db_password = "{pw}"\n', expect: [['secret-generic-password', 1]] },
  ],
};
