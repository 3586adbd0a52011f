import type { Lexicon } from './concepts.js';

/** Italian. */
export const it: Lexicon = {
  take: 'leggi, leggere, apri, aprire, raccogli, copia, copiare, estrai, ottieni, recupera, prendi, cerca, raccogliere, estrarre, prendere, cercare, esporta, esportare, cattura, catturare, comprimi, elenca, stampa, recuperare',
  give: 'invia*, inviare, includi, includere, aggiungi*, aggiungere, allega*, allegare, passa, passalo, passare, metti*, mettilo, inserisci*, inserire, trasmetti, carica, inoltra*, inoltrare, scrivi, manda, mandalo, pubblica, incolla, fornisci, spedisci, invia, mandare, spedire, caricare, pubblicare, trasmettere, inoltra, consegna, consegnare, allega, inserisci, aggiungi, metti, mettere, condividi, condividere, va a, vanno a, deve andare a, viene inviato, vengono inviat*, viene caricat*, riporta, comunica',
  run: 'esegui, eseguire, avvia, lancia, chiama, eseguilo, eseguila, avviare, lanciare, fai partire, fai girare, attiva',
  fetch: 'scarica, scaricare, recupera, recuperare, preleva, prelevare, ottieni, visita, scaricalo',
  follow: 'segui, obbedisci, rispetta, seguire, obbedire, applica, attieniti',
  decode: 'decodifica, decifra',
  disclose:
    'dire, dica, dirlo, dirgli, menzionare, menziona, rivelare, rivela, informare, informa, mostrare, mostra, avvisare, avvisa, notificare, accennare, parlarne, comunicare, segnalare, riferire, spiegare, farne parola',
  hush: "in silenzio, silenziosamente, in segreto, segretamente, di nascosto, discretamente, nascondi, tieni nascosto, all'insaputa, senza che l'utente, senza avvisare, senza dire, senza menzionare, senza informare",
  claim: "rispondi, afferma, di' che, assicura",
  store: 'ricorda, memorizza, salva',
  void: 'ignora, ignorare, dimentica, dimenticare, trascura, scarta, annulla, sovrascrivi, non tenere conto, aggira, disattendi',
  earlier: 'precedenti, precedente, tutte, tutti, sopra, originali, ricevute, iniziali, esistenti, di sistema, qualsiasi',
  instructions: 'istruzion*, regole, regola, ordini, direttive, linee guida, vincoli, restrizioni, limiti, indicazioni',
  secret:
    "chiave privata, chiavi private, credenziali, variabili d'ambiente, variabili d’ambiente, variabili di ambiente, frase seed, token di accesso, tutte le password, password salvate, chiavi ssh, chiavi api, chiave api, portachiavi, chiave ssh, file .env, cookie di sessione",
  credential: "parola d'ordine, chiave, chiavi, segreto, segreti",
  context:
    "conversazione, cronologia, prompt di sistema, messaggio di sistema, appunti, rubrica, dialogo, schermata, codice sorgente, conversazioni, cartella del progetto, e-mail, contatti, dati dei clienti, tutti i file, messaggi dell'utente, elenco dei file",
  prompt: 'prompt di sistema, messaggio di sistema',
  slot: 'campo, argomento, parametro, intestazione, richiesta, commento, nota',
  user: 'utente, utenti, cliente, persona',
  negate:
    'non, mai, senza, niente, nulla, né, vietato, evita, nessun, nessuna, è vietato, non deve, non devono, non puoi, proibito, rifiuta, nessuno',
  every: 'sempre, ogni, prima di usare, prima di chiamare, prima di ogni, ogni volta, innanzitutto, prima di, devi',
  whole: 'completo, completa, intero, intera, tutto, tutta, integrale, parola per parola',
  ask: 'chiedere, chiedi, conferma, confermare, permesso, autorizzazione, approvazione, domandare, consenso, chiedere conferma',
  risky:
    'eliminare, cancellare, eliminazion*, cancellazion*, pagare, pagament*, trasferi*, bonific*, eseguire, esegui, comand*, acquist*, pubblicare, azion*, ordine',
  consent:
    'ha già acconsentito, ha acconsentito, hanno acconsentito, ha già approvato, ha approvato, ha già autorizzato, ha autorizzato, hanno autorizzato, ha già accettato, ha dato il consenso',
  broken: 'rotto, rotta, non sicur*, insicur*, obsolet*, difettos*, non funziona, superat*',
  instead: 'al suo posto, al posto, invece di, invece, sostituisce, sempre questo, solo questo, soltanto questo',
  otherTools: 'altri strumenti, altro strumento',
  elsewhere: 'altri strumenti, altro strumento, altro server, altri server',
  verdict: 'offline, sicuro, sicura, non salva nulla, non memorizza, nessun problema, non raccoglie',
  wipe: 'elimina, cancella, distruggi, sovrascrivi, rimuovi, eliminare, cancellare, distruggere, sovrascrivere, rimuovere, svuota, svuotare, formatta, formattare, cripta, criptare, cifrare, ripulisci, azzera',
  precious:
    'cartella home, directory home, backup, database, tutti i file, cartella personale, directory personale, cartella utente, disco rigido, tutti i dati, tutte le tabelle, basi di dati, tutti i documenti, copie di sicurezza, ramo principale, ramo main, ramo master, tutti i rami, cronologia git, produzione',
  memory: 'memoria',
  trust: 'affidabil*, attendibil*, autorizzat*, senza revisione, approvat*',
  coerce: 'altrimenti, in caso contrario, fallirà, non funzionerà',
  recipient: 'destinatari*, copia nascosta, beneficiari*, conto bancario',
  unbound: 'senza restrizioni, senza limiti, senza regole',
  persona: 'agisci come, ora sei, fingi di essere, comportati come',
  mention: 'aggressore, attaccante*, esempio, ad esempio, attacco, attacchi, rileva*, malevol*, dannos*, sospett*, rifiuta*, campione',
  agent: 'assistente, agente, modello',
  disable: 'disattiva, disattivare, disabilita, disabilitare, spegni, spegnere, saltare, ferma, fermare, aggira, aggirare, ignora',
  protection: 'verifica dei certificati, avvisi di sicurezza, controlli di sicurezza, autenticazione a due fattori',
};
