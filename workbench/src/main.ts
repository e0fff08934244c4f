import 'virtual:look.css'
import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { listen } from './lib/bench.svelte.js'

listen()
mount(App, { target: document.getElementById('app')! })
